"use strict";
// Draws the tracks in the element "data" in a grid of panels with one camera, one clock and one scale of colours.
// Lengths are in metres from the centre of each pile. The projection is parallel, so that one scale holds everywhere.

// ------------------------------------------------------------------------------------- functions without a document

// Tolerance of the clock [s]. Steps of different length do not divide the interval between frames, so that frames of
// the same nominal time differ by a step: a tenth of an interval, at most a thousandth of the longest time.
function slackOf(tracks, end) {
  const intervals = tracks.filter(({ time }) => time && time.length > 1).map(({ time }) => time[time.length - 1] / (time.length - 1));
  return Math.min(1e-3 * end, ...intervals.map((interval) => 0.1 * interval));
}

// Number of the last frame that is not later than a time of the clock; after the end of the track the last one.
function frameAt(times, time, slack) {
  let low = 0, high = times.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time + slack) low = middle; else high = middle;
  }
  return low;
}

const hasEnded = (times, time, slack) => time > times[times.length - 1] + slack;

// Nearest later (direction 1) or earlier (-1) time at which a panel changes its frame; the present time if there is
// none.
function nextTime(tracks, time, direction, slack) {
  let found = null;
  for (const { time: times } of tracks) {
    for (const t of times || []) {
      if (direction * (t - time) <= slack) continue;
      if (found === null || direction * (t - found) < 0) found = t;
    }
  }
  return found === null ? time : found;
}

// Number of columns of a grid of panels that makes the panels of a region as large as possible.
function columnsFor(count, width, height) {
  let best = 1, size = 0;
  for (let columns = 1; columns <= count; ++columns) {
    const side = Math.min(width / columns, height / Math.ceil(count / columns));
    if (side > size * (1 + 1e-9)) { best = columns; size = side; }
  }
  return best;
}

// Decodes four planes of bytes per frame (zigzag), which hold differences from the extrapolation of the two previous
// frames => numbers of all frames.
function predicted(bytes, frames) {
  const width = bytes.length / (4 * frames), out = new Int32Array(frames * width);
  for (let f = 0; f < frames; ++f) {
    const at = 4 * f * width, to = f * width;
    for (let k = 0; k < width; ++k) {
      const code = (bytes[at + k] | bytes[at + width + k] << 8 | bytes[at + 2 * width + k] << 16 | bytes[at + 3 * width + k] << 24) >>> 0;
      const before = f > 0 ? out[to - width + k] : 0;
      out[to + k] = ((code >>> 1) ^ -(code & 1)) + (f > 1 ? 2 * before - out[to - 2 * width + k] : before);
    }
  }
  return out;
}

function mapColour(map, share) {
  const place = Math.min(Math.max(share, 0), 1) * (map.length - 1), k = Math.min(Math.floor(place), map.length - 2);
  return map[k].map((part, j) => part + (place - k) * (map[k + 1][j] - part));
}

// A shade of rock for each body, equal in all frames and all panels.
function rockColour(body) {
  const random = (salt) => { const x = Math.sin(body * 12.9898 + salt * 78.233) * 43758.5453; return x - Math.floor(x); };
  const shade = 0.84 + 0.18 * random(1), warm = 0.96 + 0.08 * random(2);
  return [0.79 * shade * warm, 0.75 * shade, 0.69 * shade / warm];
}

// Rows of the camera in the coordinates of the data: to the right, up, towards the viewer.
function axesOfView(azimuth, elevation, upright) {
  const a = azimuth * Math.PI / 180, e = elevation * Math.PI / 180;
  const right = [-Math.sin(a), Math.cos(a), 0], out = [Math.cos(e) * Math.cos(a), Math.cos(e) * Math.sin(a), Math.sin(e)];
  const up = [-Math.sin(e) * Math.cos(a), -Math.sin(e) * Math.sin(a), Math.cos(e)];
  const turned = (v) => [0, 1, 2].map((k) => v[0] * upright[k] + v[1] * upright[3 + k] + v[2] * upright[6 + k]);
  return [right, up, out].map(turned);
}

function withUnit(value, units) {
  const [name, size] = units.find(([, s]) => Math.abs(value) >= s) || units[units.length - 1];
  return `${Number((value / size).toPrecision(3))} ${name}`;
}

// Time in the largest unit of which the longest time has two or more.
function timeText(seconds, longest) {
  const units = [["d", 86400], ["h", 3600], ["min", 60]], [name, size] = units.find(([, s]) => longest >= 2 * s) || ["s", 1];
  return `${(seconds / size).toFixed(size === 1 && longest >= 10 ? 0 : 2)} ${name}`;
}

// Text below a panel: the time of its frame, or that the track has ended.
function saidOf(track, time, longest, slack) {
  if (!track.time) return `no track: ${track.message}`;
  const frame = frameAt(track.time, time, slack), at = timeText(track.time[frame], longest);
  return hasEnded(track.time, time, slack) ? `ended at ${at}: last frame` : `frame at ${at}`;
}

// ------------------------------------------------------------------------------------------------------------ shaders

const SHADE = `
uniform float isCut;    // 1: points nearer to the viewer than the centre are removed
vec3 shaded(vec3 colour, vec3 n) {
  float sky = 0.62 + 0.18 * n.y + 0.12 * n.z;
  float sun = max(0.0, dot(n, normalize(vec3(-0.5, 0.6, 0.62))));
  float edge = 0.72 + 0.28 * smoothstep(0.0, 0.55, n.z);
  return colour * edge * (sky + 0.42 * sun);
}
`;
const VIEW = `#version 300 es
precision highp float;
uniform mat3 view;      // rows: right, up, towards the viewer
uniform vec3 centre;    // of the view
uniform vec3 zoom;      // 2 / width, 2 / height and 1 / depth of the region [1/m]
in vec3 place;
in float radius;
in vec3 tint;
out vec3 p;
out vec3 colour;
`;
const BALL_VERTEX = `${VIEW}
in vec2 corner;
out vec2 at;
out float r;
void main() {
  vec3 middle = (place - centre) * view;
  at = corner;
  r = radius;
  colour = tint;
  p = middle;
  gl_Position = vec4((middle.xy + radius * corner) * zoom.xy, 0.0, 1.0);
}`;
const FRAGMENT = `#version 300 es
precision highp float;
uniform vec3 zoom;
in vec3 p;
in vec3 colour;
out vec4 painted;
${SHADE}
`;
const BALL_FRAGMENT = `${FRAGMENT}
in vec2 at;
in float r;
void main() {
  float square = dot(at, at);
  if (square > 1.0) discard;
  float height = sqrt(1.0 - square), z = p.z + r * height;
  vec3 n = vec3(at, height);
  if (isCut > 0.5 && z > 0.0) {  // the flat face that the cut leaves on the ball
    if (abs(p.z) > r * height) discard;
    z = 0.0;
    n = vec3(0.0, 0.0, 1.0);
  }
  painted = vec4(shaded(colour, n), 1.0);
  gl_FragDepth = 0.5 - 0.5 * z * zoom.z;
}`;
const HULL_VERTEX = `${VIEW}
in vec3 corner;
in vec4 turn;
void main() {
  vec3 x = radius * corner;
  x += 2.0 * cross(turn.xyz, cross(turn.xyz, x) + turn.w * x);
  p = (place + x - centre) * view;
  colour = tint;
  gl_Position = vec4(p.xy * zoom.xy, -p.z * zoom.z, 1.0);
}`;
const HULL_FRAGMENT = `${FRAGMENT}
void main() {
  if (isCut > 0.5 && p.z > 0.0) discard;
  vec3 n = normalize(cross(dFdx(p), dFdy(p)));
  if (n.z < 0.0) n = -n;
  if (isCut > 0.5 && !gl_FrontFacing) n = vec3(0.0, 0.0, 1.0);  // the inside is visible only through the cut
  painted = vec4(shaded(colour, n), 1.0);
  gl_FragDepth = gl_FragCoord.z;
}`;

// ------------------------------------------------------------------------------------------------------------- page

if (typeof document === "undefined") {
  module.exports = { slackOf, frameAt, hasEnded, nextTime, columnsFor, predicted, mapColour, axesOfView, timeText, saidOf };
} else {
  start().catch((error) => {
    document.getElementById("wait").textContent = `This page cannot be shown: ${error.message}`;
    document.documentElement.dataset.failed = error.message;
  });
}

async function start() {
  const $ = (id) => document.getElementById(id);
  const data = JSON.parse($("data").textContent), rgb = (hex) => [1, 3, 5].map((k) => parseInt(hex.slice(k, k + 2), 16) / 255);
  const map = data.map.map(rgb), canvas = $("view"), gl = canvas.getContext("webgl2", { antialias: true, preserveDrawingBuffer: true });
  if (!gl) throw new Error("the browser has no WebGL 2");
  const state = { time: 0, playing: false, column: data.columns[0] };
  const look = { azimuth: 0, elevation: 0, centre: [0, 0, 0], across: 0 };

  async function unpack(text, Numbers) {
    const packed = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Numbers(await new Response(stream).arrayBuffer());
  }

  function compiled(vertex, fragment) {
    const program = gl.createProgram();
    for (const [kind, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(`the shaders do not compile: ${gl.getProgramInfoLog(program)}`);
    const uniform = Object.fromEntries(["view", "centre", "zoom", "isCut"].map((name) => [name, gl.getUniformLocation(program, name)]));
    return { program, uniform };
  }

  const BALL = { ...compiled(BALL_VERTEX, BALL_FRAGMENT), mesh: 2, each: { place: 3, radius: 1, tint: 3 } };
  const HULL = { ...compiled(HULL_VERTEX, HULL_FRAGMENT), mesh: 3, each: { place: 3, radius: 1, tint: 3, turn: 4 } };

  // Bodies of one shape in one panel: a mesh, and a row of numbers for each body.
  function batch(kind, corners, bodies) {
    const vao = gl.createVertexArray(), mesh = gl.createBuffer(), rows = gl.createBuffer();
    const width = Object.values(kind.each).reduce((sum, part) => sum + part, 0), values = new Float32Array(width * bodies.length);
    gl.bindVertexArray(vao);
    gl.bindBuffer(gl.ARRAY_BUFFER, mesh);
    gl.bufferData(gl.ARRAY_BUFFER, corners, gl.STATIC_DRAW);
    const corner = gl.getAttribLocation(kind.program, "corner");
    gl.enableVertexAttribArray(corner);
    gl.vertexAttribPointer(corner, kind.mesh, gl.FLOAT, false, 0, 0);
    gl.bindBuffer(gl.ARRAY_BUFFER, rows);
    gl.bufferData(gl.ARRAY_BUFFER, values, gl.DYNAMIC_DRAW);
    let at = 0;
    for (const [name, parts] of Object.entries(kind.each)) {
      const place = gl.getAttribLocation(kind.program, name);
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, parts, gl.FLOAT, false, 4 * width, 4 * at);
      gl.vertexAttribDivisor(place, 1);
      at += parts;
    }
    return { kind, vao, rows, values, width, bodies, vertices: corners.length / kind.mesh };
  }

  async function batchesOf(track) {
    const of = new Map();
    track.shape.forEach((shape, i) => of.set(shape, [...(of.get(shape) || []), i]));
    const found = [];
    for (const [shape, bodies] of of) {
      if (shape < 0) { found.push(batch(BALL, new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1, -1, 1, 1, -1]), bodies)); continue; }
      const corner = await unpack(track.shapes[shape].corners, Float32Array), triangle = await unpack(track.shapes[shape].triangles, Uint16Array);
      const corners = new Float32Array(3 * triangle.length);
      triangle.forEach((v, k) => corners.set(corner.subarray(3 * v, 3 * v + 3), 3 * k));
      found.push(batch(HULL, corners, bodies));
    }
    return found;
  }

  async function unpackTrack(track) {
    if (!track.time) return;
    const F = track.time.length;
    track.radius = await unpack(track.radius, Float32Array);
    track.shape = await unpack(track.shape, Int32Array);
    track.places = predicted(await unpack(track.places, Uint8Array), F);
    track.hullRow = new Int32Array(track.bodies);
    track.turns = track.turns ? predicted(await unpack(track.turns, Uint8Array), F) : null;
    for (const name of Object.keys(track.columns)) track.columns[name] = await unpack(track.columns[name], Uint8Array);
    track.batches = await batchesOf(track);
  }

  function colourOf(track, body, frame) {
    if (!state.column) return rockColour(body);
    const levels = track.columns[state.column.name];
    return mapColour(map, levels[levels.length === track.bodies ? body : frame * track.bodies + body] / data.levels);
  }

  // Unit quaternion (x, y, z, w) of a hull.
  function turnOf(track, body, frame) {
    const N = track.bodies, at = 4 * N * frame + body, q = [1, 2, 3, 0].map((k) => track.turns[at + k * N]), size = Math.hypot(...q);
    return q.map((part) => part / size);
  }

  function fill(track, frame) {
    const N = track.bodies, at = 3 * N * frame;
    for (const { kind, rows, values, width, bodies } of track.batches) {
      bodies.forEach((i, k) => {
        values.set([0, 1, 2].map((part) => data.step * track.places[at + part * N + i]), width * k);
        values[width * k + 3] = track.radius[i];
        values.set(colourOf(track, i, frame), width * k + 4);
        if (kind === HULL) values.set(turnOf(track, i, frame), width * k + 7);
      });
      gl.bindBuffer(gl.ARRAY_BUFFER, rows);
      gl.bufferSubData(gl.ARRAY_BUFFER, 0, values);
    }
  }

  function drawPanel(track, view) {
    const box = track.panel.getBoundingClientRect(), whole = canvas.getBoundingClientRect(), ratio = canvas.width / whole.width;
    const x = Math.round((box.left - whole.left) * ratio), y = Math.round((whole.bottom - box.bottom) * ratio);
    const width = Math.round(box.width * ratio), height = Math.round(box.height * ratio), side = Math.min(width, height);
    gl.viewport(x, y, width, height);
    gl.scissor(x, y, width, height);
    const zoom = [2 * side / (look.across * width), 2 * side / (look.across * height), 1 / depth];
    for (const { kind, vao, bodies, vertices } of track.batches) {
      gl.useProgram(kind.program);
      gl.uniformMatrix3fv(kind.uniform.view, false, view.flat());
      gl.uniform3fv(kind.uniform.centre, look.centre);
      gl.uniform3fv(kind.uniform.zoom, zoom);
      gl.uniform1f(kind.uniform.isCut, $("cut").checked ? 1 : 0);
      gl.bindVertexArray(vao);
      gl.drawArraysInstanced(gl.TRIANGLES, 0, vertices, bodies.length);
    }
  }

  function draw() {
    const view = axesOfView(look.azimuth, look.elevation, data.upright);
    const paper = getComputedStyle(document.body).backgroundColor.match(/\d+/g).map((part) => part / 255);
    gl.disable(gl.SCISSOR_TEST);
    gl.clearColor(...paper.slice(0, 3), 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.SCISSOR_TEST);
    gl.enable(gl.DEPTH_TEST);
    for (const track of data.tracks) {
      if (!track.time) continue;
      const frame = frameAt(track.time, state.time, slack), key = `${frame} ${state.column && state.column.name}`;
      if (track.filled !== key) fill(track, frame);
      track.filled = key;
      track.frame = frame;
      drawPanel(track, view);
    }
    drawAxes(view);
    drawScale();
  }

  function drawAxes(view) {
    const rows = [[data.axes[0], "#c1272d"], [data.axes[1], "#2e8b57"], [data.axes[2], "#2b6cb0"]].map(([name, colour], k) => {
      const axis = data.upright.slice(3 * k, 3 * k + 3), along = (v) => v.reduce((sum, part, j) => sum + part * axis[j], 0);
      return { name, colour, x: along(view[0]), y: -along(view[1]), z: along(view[2]) };
    }).sort((a, b) => a.z - b.z);
    $("axes").innerHTML = rows.map((r) => `<line x1="35" y1="35" x2="${35 + 22 * r.x}" y2="${35 + 22 * r.y}" stroke="${r.colour}" stroke-width="3" stroke-linecap="round"/>` +
      `<text x="${35 + 30 * r.x}" y="${35 + 30 * r.y}">${r.name}</text>`).join("");
  }

  function drawScale() {
    const box = data.tracks[0].panel.getBoundingClientRect(), metres = look.across / Math.min(box.width, box.height), most = 110 * metres;
    const power = 10 ** Math.floor(Math.log10(most)), length = power * (most / power >= 5 ? 5 : most / power >= 2 ? 2 : 1);
    $("scale-bar").style.width = `${length / metres}px`;
    $("scale-text").textContent = withUnit(length, [["km", 1000], ["m", 1], ["cm", 0.01], ["mm", 0.001]]);
  }

  // ------------------------------------------------------------------------------------------------------- controls

  function showTime(time) {
    state.time = Math.min(Math.max(time, 0), data.end);
    $("clock").value = data.end > 0 ? state.time / data.end : 0;
    $("time").textContent = `${timeText(state.time, data.end)} of ${timeText(data.end, data.end)}`;
    for (const track of data.tracks) {
      track.said.textContent = saidOf(track, state.time, data.end, slack);
      track.panel.classList.toggle("ended", Boolean(track.time) && hasEnded(track.time, state.time, slack));
    }
    draw();
  }

  function choose(name) {
    state.column = data.columns.find((column) => column.name === name) || null;
    $("colour").value = name;
    $("legend").hidden = !state.column;
    if (state.column) {
      $("low").textContent = state.column.low;
      $("high").textContent = `${state.column.high} ${state.column.unit} or more`;
    }
    draw();
  }

  function resetView() {
    [look.azimuth, look.elevation] = data.view;
    look.centre = [0, 0, 0];
    look.across = 2 * data.margin * data.size;
    draw();
  }

  function turn(dx, dy) {
    look.azimuth -= 0.4 * dx;
    look.elevation = Math.min(90, Math.max(-90, look.elevation + 0.4 * dy));
    draw();
  }

  function move(dx, dy) {
    const [right, up] = axesOfView(look.azimuth, look.elevation, data.upright), box = data.tracks[0].panel.getBoundingClientRect();
    const scale = look.across / Math.min(box.width, box.height);
    look.centre = look.centre.map((part, k) => part + scale * (dy * up[k] - dx * right[k]));
    draw();
  }

  function zoomBy(factor) {
    look.across = Math.min(Math.max(look.across * factor, 0.02 * data.size), 100 * data.size);
    draw();
  }

  function togglePlay() {
    if (!(data.end > 0)) return;
    state.playing = !state.playing;
    $("play").textContent = state.playing ? "\u2016" : "\u25b6";
    if (!state.playing) return;
    if (state.time >= data.end) showTime(0);
    let last = null;
    const tick = (now) => {
      if (!state.playing) return;
      if (last !== null) showTime(state.time + data.end * (now - last) / (1000 * parseFloat($("speed").value)));
      last = now;
      if (state.time >= data.end) togglePlay(); else requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  function watchPointers() {
    const held = new Map();
    const spread = () => { const [a, b] = [...held.values()]; return Math.hypot(a.x - b.x, a.y - b.y); };
    canvas.addEventListener("pointerdown", (event) => {
      held.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (event.isTrusted) canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => {
      const before = held.get(event.pointerId);
      if (!before) return;
      const wide = held.size === 2 ? spread() : 0, dx = event.clientX - before.x, dy = event.clientY - before.y;
      held.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (held.size === 2) { move(dx / 2, dy / 2); zoomBy(wide / Math.max(spread(), 1)); }
      else if (event.shiftKey || event.buttons === 2) move(dx, dy);
      else turn(dx, dy);
    });
    for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, (event) => held.delete(event.pointerId));
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
    canvas.addEventListener("wheel", (event) => { event.preventDefault(); zoomBy(Math.exp(0.0012 * event.deltaY)); }, { passive: false });
  }

  function watchKeys() {
    const step = (direction) => showTime(nextTime(data.tracks, state.time, direction, slack));
    const keys = {
      "+": () => zoomBy(0.85), "-": () => zoomBy(1 / 0.85), ArrowLeft: () => turn(-12, 0), ArrowRight: () => turn(12, 0), ArrowUp: () => turn(0, -12),
      ArrowDown: () => turn(0, 12), " ": togglePlay, ",": () => step(-1), ".": () => step(1),
    };
    window.addEventListener("keydown", (event) => {
      if (["SELECT", "INPUT", "BUTTON"].includes(event.target.tagName) || !keys[event.key]) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;  // shortcuts of the browser
      event.preventDefault();
      keys[event.key]();
    });
  }

  function watchControls() {
    for (const column of data.columns) $("colour").add(new Option(column.name, column.name));
    $("colour").add(new Option("none (rock)", ""));
    $("colour").addEventListener("change", () => choose($("colour").value));
    $("bar").style.background = `linear-gradient(to right, ${data.map.join(", ")})`;
    $("cut").addEventListener("change", draw);
    $("reset").addEventListener("click", resetView);
    $("clock").addEventListener("input", () => showTime(data.end * parseFloat($("clock").value)));
    $("play").addEventListener("click", togglePlay);
    window.addEventListener("resize", () => { arrange(); draw(); });
  }

  function makePanels() {
    for (const track of data.tracks) {
      const title = document.createElement("h2");
      track.panel = document.createElement("section");
      track.said = document.createElement("p");
      track.panel.className = track.time ? "panel" : "panel absent";
      track.said.className = "said";
      title.textContent = track.title;
      track.panel.append(title, track.said);
      $("panels").append(track.panel);
    }
  }

  function arrange() {
    const box = canvas.getBoundingClientRect(), ratio = Math.min(window.devicePixelRatio, 2), columns = columnsFor(data.tracks.length, box.width, box.height);
    $("panels").style.gridTemplateColumns = `repeat(${columns}, 1fr)`;
    $("panels").style.gridTemplateRows = `repeat(${Math.ceil(data.tracks.length / columns)}, minmax(0, 1fr))`;
    canvas.width = Math.round(box.width * ratio);
    canvas.height = Math.round(box.height * ratio);
  }

  const slack = slackOf(data.tracks, data.end);
  const depth = 4 * Math.max(data.size, data.reach);
  for (const track of data.tracks) await unpackTrack(track);
  makePanels();
  arrange();
  watchControls();
  watchPointers();
  watchKeys();
  resetView();
  choose(data.columns[0].name);
  showTime(0);
  $("wait").hidden = true;
  window.together = { data, state, look, showTime, choose, turn, togglePlay, draw };
  document.documentElement.dataset.ready = "yes";
  if (window.location.hash === "#check") await check();

  // Writes the displayed values into the page as text, for tests. PAGE.html#check
  async function check() {
    const pixels = (track) => {  // share of the panel that bodies cover, and their mean colour
      const box = track.panel.getBoundingClientRect(), whole = canvas.getBoundingClientRect(), ratio = canvas.width / whole.width;
      const [x, y, w, h] = [box.left - whole.left, whole.bottom - box.bottom, box.width, box.height].map((part) => Math.round(part * ratio));
      const out = new Uint8Array(4 * w * h), paper = getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number);
      gl.readPixels(x, y, w, h, gl.RGBA, gl.UNSIGNED_BYTE, out);
      const sum = [0, 0, 0];
      let covered = 0;
      for (let k = 0; k < out.length; k += 4) {
        if ([0, 1, 2].every((part) => Math.abs(out[k + part] - paper[part]) < 3)) continue;
        covered += 1;
        for (const part of [0, 1, 2]) sum[part] += out[k + part];
      }
      return { covered: covered / (w * h), colour: sum.map((part) => Math.round(part / Math.max(covered, 1))) };
    };
    const shown = () => data.tracks.map((track) => ({ title: track.title, said: track.said.textContent, frame: track.frame, ...pixels(track) }));
    const found = { error: gl.getError(), legend: $("legend").innerText, at: {} };
    for (const share of [0, 0.5, 1]) {
      showTime(share * data.end);
      found.at[share] = { time: $("time").textContent, panels: shown() };
    }
    turn(90, 40);
    found.turned = shown();
    $("cut").checked = true;
    draw();
    found.cut = shown();
    showTime(0);
    const begin = performance.now();
    for (let k = 0; k < 10; ++k) { showTime(k / 10 * data.end); gl.finish(); }
    found.fps = 10000 / (performance.now() - begin);
    const text = document.createElement("pre");
    text.id = "checked";
    text.hidden = true;
    text.textContent = JSON.stringify(found);
    document.body.append(text);
  }
}
