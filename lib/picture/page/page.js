"use strict";
// Draws the pile or track in the element "data". Lengths are in metres from the origin of the data. The camera uses a
// parallel projection, so that one scale holds for the whole picture.

const $ = (id) => document.getElementById(id);
const data = JSON.parse($("data").textContent);
const N = data.bodies, F = data.frames;

// ------------------------------------------------------------------------------------------------------- unpacking

async function unpack(text) {
  const packed = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).arrayBuffer();
}

// Decodes four planes of bytes per frame (zigzag), which hold differences from the extrapolation of the two previous
// frames => numbers of all frames.
function predicted(buffer, width) {
  const bytes = new Uint8Array(buffer), out = new Int32Array(F * width);
  let before = new Int32Array(width), earlier = new Int32Array(width);
  for (let f = 0; f < F; ++f) {
    const now = new Int32Array(width), at = 4 * f * width;
    for (let k = 0; k < width; ++k) {
      const code = (bytes[at + k] | bytes[at + width + k] << 8 | bytes[at + 2 * width + k] << 16 | bytes[at + 3 * width + k] << 24) >>> 0;
      const difference = (code >>> 1) ^ -(code & 1);
      const expected = f === 0 ? 0 : f === 1 ? before[k] : 2 * before[k] - earlier[k];
      now[k] = difference + expected;
      out[f * width + k] = now[k];
    }
    earlier = before;
    before = now;
  }
  return out;
}

async function unpackAll() {
  const pile = { ids: new BigInt64Array(await unpack(data.ids)), hull: new Int32Array(await unpack(data.hulls)) };
  pile.place = predicted(await unpack(data.places), 3 * N);
  pile.hulls = [];
  pile.hull.forEach((shape, i) => { if (shape >= 0) pile.hulls.push(i); });
  pile.hullRow = new Int32Array(N).fill(-1);
  pile.hulls.forEach((i, row) => { pile.hullRow[i] = row; });
  if (pile.hulls.length > 0) pile.turn = predicted(await unpack(data.turns), 4 * pile.hulls.length);
  pile.shapes = [];
  for (const shape of data.shapes) {
    const corner = new Float32Array(await unpack(shape.corners));
    pile.shapes.push({ corner, triangle: new Uint16Array(await unpack(shape.triangles)), reach: reachOf(corner) });
  }
  pile.walls = [];
  for (const wall of data.walls) {
    const [corner, triangle, pose] = await Promise.all([wall.corners, wall.triangles, wall.poses].map(unpack));
    pile.walls.push({ corner: new Float32Array(corner), triangle: new Uint32Array(triangle), pose: new Float32Array(pose) });
  }
  pile.columns = [];
  for (const column of data.columns) {
    const buffer = await unpack(column.data);
    const Numbers = column.form === "levels" ? Uint8Array : column.groups ? Int32Array : Float32Array;
    pile.columns.push({ ...column, raw: new Numbers(buffer) });
  }
  pile.chains = chainsOf(await unpack(data.chains));
  return pile;
}

// Distance of the farthest corner from the centre, in units of the body's radius.
function reachOf(corner) {
  let reach = 0;
  for (let k = 0; k < corner.length; k += 3) reach = Math.max(reach, Math.hypot(corner[k], corner[k + 1], corner[k + 2]));
  return reach;
}

function chainsOf(buffer) {
  const numbers = new Int32Array(buffer), out = [];
  for (let at = 0; at < numbers.length;) {
    const count = numbers[at];
    out.push(numbers.subarray(at + 1, at + 1 + 3 * count));
    at += 1 + 3 * count;
  }
  return out;
}

const columnNamed = (name) => pile.columns.find((c) => c.name === name);

// Value of a column in SI units; NaN if there is none, or -1 for a column of groups.
function valueOf(column, body, frame) {
  if (column.form !== "levels") return column.raw[body];
  const at = 2 * frame * N + body, level = column.raw[at] | column.raw[at + N] << 8;
  if (column.groups) return level > data.levels ? -1 : level;
  return level > data.levels ? NaN : column.low + (column.high - column.low) * level / data.levels;
}

function placeOf(body, frame) {
  const at = 3 * N * frame + body;
  return new THREE.Vector3(pile.place[at], pile.place[at + N], pile.place[at + 2 * N]).multiplyScalar(data.step);
}

function turnOf(body, frame) {
  const n = pile.hulls.length, at = 4 * n * frame + pile.hullRow[body];
  return new THREE.Quaternion(pile.turn[at], pile.turn[at + n], pile.turn[at + 2 * n], pile.turn[at + 3 * n]).normalize();
}

// --------------------------------------------------------------------------------------------------------- colours

const rgb = (hex) => [1, 3, 5].map((k) => parseInt(hex.slice(k, k + 2), 16) / 255);
const map = data.map.map(rgb), groups = data.groups.map(rgb);

function mapColour(share) {
  const place = Math.min(Math.max(share, 0), 1) * (map.length - 1), k = Math.min(Math.floor(place), map.length - 2);
  return map[k].map((part, j) => part + (place - k) * (map[k + 1][j] - part));
}

function groupColour(group, named) {
  if (group < 0 || (named && group >= groups.length - 1)) return groups[0];
  return groups[1 + group % (groups.length - 1)];
}

// A shade of rock for each grain, equal in all frames.
function rockColour(body) {
  const grain = columnNamed("grain").raw[body], key = grain < 0 ? body : grain;
  const random = (salt) => { const x = Math.sin(key * 12.9898 + salt * 78.233) * 43758.5453; return x - Math.floor(x); };
  const shade = 0.84 + 0.18 * random(1), warm = 0.96 + 0.08 * random(2);
  return [0.79 * shade * warm, 0.75 * shade, 0.69 * shade / warm];
}

// The smallest positive value in any frame; Infinity if there is none.
function leastAbove0(column) {
  if (column.least !== undefined) return column.least;
  column.least = Infinity;
  for (let f = 0; f < (column.form === "levels" ? F : 1); ++f) {
    for (let i = 0; i < N; ++i) {
      const value = valueOf(column, i, f);
      if (value > 0 && value < column.least) column.least = value;
    }
  }
  return column.least;
}

const hasLogarithms = (column) => Boolean(column) && !column.groups && leastAbove0(column) * (1 + 1e-6) < column.high;  // float32
const isLogarithmic = (column) => $("log").checked && hasLogarithms(column);
const lowOf = (column) => isLogarithmic(column) ? leastAbove0(column) : column.low;

// Place of a value between the ends of its column's colours, 0 to 1.
function shareOf(column, value) {
  const low = lowOf(column), scaled = isLogarithmic(column) ? Math.log10 : (x) => x;
  if (!(column.high > low)) return 0.5;
  return value > low ? (scaled(value) - scaled(low)) / (scaled(column.high) - scaled(low)) : 0;
}

function colourOf(column, body, frame) {
  if (body === state.picked) return [1, 1, 1];
  if (!column) return rockColour(body);
  const value = valueOf(column, body, frame);
  if (column.groups) return groupColour(value, column.few);
  return mapColour(shareOf(column, value));
}

// ---------------------------------------------------------------------------------------------------------- shaders

const SHADE = `
uniform vec4 cut;       // normal and offset in the camera's axes; points above the plane are cut away
uniform float isCut;
vec3 shaded(vec3 colour, vec3 n) {
  float sky = 0.62 + 0.3 * n.y * 0.6 + 0.12 * n.z;
  float sun = max(0.0, dot(n, normalize(vec3(-0.5, 0.6, 0.62))));
  float edge = 0.72 + 0.28 * smoothstep(0.0, 0.55, n.z);
  return colour * edge * (sky + 0.42 * sun);
}
bool away(vec3 p) { return isCut > 0.5 && dot(cut.xyz, p) > cut.w; }
`;
const BALL_VERTEX = `
attribute vec3 centre;
attribute float radius;
attribute vec3 tint;
varying vec2 at;
varying vec3 middle;
varying float r;
varying vec3 colour;
void main() {
  vec4 c = modelViewMatrix * vec4(centre, 1.0);
  at = position.xy;
  middle = c.xyz;
  r = radius;
  colour = tint;
  gl_Position = projectionMatrix * vec4(c.xy + radius * position.xy, c.z, 1.0);
}`;
const BALL_FRAGMENT = `
uniform mat4 projectionMatrix;
varying vec2 at;
varying vec3 middle;
varying float r;
varying vec3 colour;
${SHADE}
void main() {
  float square = dot(at, at);
  if (square > 1.0) discard;
  float height = sqrt(1.0 - square);
  vec3 n = vec3(at, height);
  vec3 p = middle + r * n;
  if (away(p)) {  // the flat face that the cut leaves on the ball
    if (abs(cut.z) < 1e-4) discard;
    float z = (cut.w - dot(cut.xy, p.xy)) / cut.z;
    if (cut.z < 0.0 || abs(z - middle.z) > r * height) discard;
    p.z = z;
    n = cut.xyz;
  }
  gl_FragColor = vec4(shaded(colour, n), 1.0);
  vec4 q = projectionMatrix * vec4(p, 1.0);
  gl_FragDepthEXT = 0.5 + 0.5 * q.z;
}`;
const HULL_VERTEX = `
attribute float row;
uniform sampler2D table;
uniform vec2 tableSize;
varying vec3 p;
varying vec3 colour;
vec4 cell(float k) {
  float at = 3.0 * row + k;
  return texture2D(table, (vec2(mod(at, tableSize.x), floor(at / tableSize.x)) + 0.5) / tableSize);
}
void main() {
  vec4 centre = cell(0.0), turn = cell(1.0);
  vec3 x = centre.w * position;
  x += 2.0 * cross(turn.xyz, cross(turn.xyz, x) + turn.w * x);
  vec4 place = modelViewMatrix * vec4(centre.xyz + x, 1.0);
  p = place.xyz;
  colour = cell(2.0).xyz;
  gl_Position = projectionMatrix * place;
}`;
const HULL_FRAGMENT = `
varying vec3 p;
varying vec3 colour;
${SHADE}
void main() {
  if (away(p)) discard;
  vec3 n = normalize(cross(dFdx(p), dFdy(p)));
  if (!gl_FrontFacing) n = cut.xyz;  // the inside is visible only through the cut: it is drawn as if the body were
                                     // filled
  else if (n.z < 0.0) n = -n;
  gl_FragColor = vec4(shaded(colour, n), 1.0);
}`;
const CHAIN_VERTEX = `
attribute vec3 from;
attribute vec3 to;
attribute vec4 tint;  // colour and half width
varying float across;
varying vec3 colour;
varying vec3 p;
void main() {
  vec3 a = (modelViewMatrix * vec4(from, 1.0)).xyz, b = (modelViewMatrix * vec4(to, 1.0)).xyz;
  vec2 way = b.xy - a.xy;
  vec2 side = length(way) > 0.0 ? normalize(vec2(-way.y, way.x)) : vec2(1.0, 0.0);
  across = position.y;
  colour = tint.rgb;
  p = mix(a, b, position.x) + vec3(tint.w * position.y * side, 0.0);
  gl_Position = projectionMatrix * vec4(p, 1.0);
}`;
const CHAIN_FRAGMENT = `
varying float across;
varying vec3 colour;
varying vec3 p;
${SHADE}
void main() {
  if (away(p)) discard;
  gl_FragColor = vec4(colour * (0.55 + 0.5 * sqrt(max(0.0, 1.0 - across * across))), 1.0);
}`;

const WALL_VERTEX = `
varying vec3 p;
void main() {
  vec4 place = modelViewMatrix * vec4(position, 1.0);
  p = place.xyz;
  gl_Position = projectionMatrix * place;
}`;
const WALL_FRAGMENT = `
varying vec3 p;
${SHADE}
void main() {
  if (away(p)) discard;
  vec3 n = normalize(cross(dFdx(p), dFdy(p)));
  gl_FragColor = vec4(vec3(0.38, 0.50, 0.63) * (0.4 + 0.6 * abs(dot(n, normalize(vec3(-0.5, 0.6, 0.62))))), 0.22);
}`;

// ------------------------------------------------------------------------------------------------------------ scene

let pile, renderer, scene, camera, balls, hulls, chains, walls;
const state = { frame: 0, colour: null, playing: false, picked: -1, fps: 0 };
const uniforms = { cut: { value: new THREE.Vector4(0, 0, 1, 0) }, isCut: { value: 0 } };
const look = { azimuth: 35, elevation: 25, centre: new THREE.Vector3(), across: 1 };

function instanced(corners, index, attributes, count) {
  const geometry = new THREE.InstancedBufferGeometry();
  geometry.setAttribute("position", new THREE.Float32BufferAttribute(corners, 3));
  geometry.setIndex(index);
  for (const [name, width] of Object.entries(attributes))
    geometry.setAttribute(name, new THREE.InstancedBufferAttribute(new Float32Array(width * count), width));
  geometry.maxInstancedCount = count;
  geometry.instanceCount = count;
  return geometry;
}

function mesh(geometry, vertexShader, fragmentShader, more) {
  const material = new THREE.ShaderMaterial({ vertexShader, fragmentShader, uniforms: { ...uniforms, ...(more || {}) } });
  material.extensions.fragDepth = true;
  material.extensions.derivatives = true;
  material.side = THREE.DoubleSide;
  const out = new THREE.Mesh(geometry, material);
  out.frustumCulled = false;
  scene.add(out);
  return out;
}

function makeBalls() {
  const body = [];
  for (let i = 0; i < N; ++i) if (pile.hull[i] < 0) body.push(i);
  if (body.length === 0) return null;
  const geometry = instanced([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0], [0, 1, 2, 0, 2, 3], { centre: 3, radius: 1, tint: 3 }, body.length);
  const radius = columnNamed("radius").raw;
  body.forEach((i, k) => { geometry.attributes.radius.array[k] = radius[i]; });
  return { body, mesh: mesh(geometry, BALL_VERTEX, BALL_FRAGMENT) };
}

function makeHulls() {
  if (pile.hulls.length === 0) return null;
  const corner = [], row = [];
  pile.hulls.forEach((i, k) => {
    const shape = pile.shapes[pile.hull[i]];
    for (const v of shape.triangle) {
      corner.push(shape.corner[3 * v], shape.corner[3 * v + 1], shape.corner[3 * v + 2]);
      row.push(k);
    }
  });
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.Float32BufferAttribute(corner, 3));
  geometry.setAttribute("row", new THREE.Float32BufferAttribute(row, 1));
  const width = 1024, height = Math.ceil(3 * pile.hulls.length / width);
  const values = new Float32Array(4 * width * height);
  const table = new THREE.DataTexture(values, width, height, THREE.RGBAFormat, THREE.FloatType);
  return { values, table, mesh: mesh(geometry, HULL_VERTEX, HULL_FRAGMENT, { table: { value: table }, tableSize: { value: new THREE.Vector2(width, height) } }) };
}

function makeChains() {
  const most = pile.chains.reduce((count, list) => Math.max(count, list.length / 3), 0);
  if (most === 0) return null;
  const geometry = instanced([0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0], [0, 1, 2, 0, 2, 3], { from: 3, to: 3, tint: 4 }, most);
  const out = { mesh: mesh(geometry, CHAIN_VERTEX, CHAIN_FRAGMENT) };
  out.mesh.visible = false;
  return out;
}

// Translucent triangles, drawn after all bodies.
function makeWalls() {
  return pile.walls.map((wall) => {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.Float32BufferAttribute(wall.corner, 3));
    geometry.setIndex(new THREE.Uint32BufferAttribute(wall.triangle, 1));
    const out = mesh(geometry, WALL_VERTEX, WALL_FRAGMENT);
    out.material.transparent = true;
    out.material.depthWrite = false;
    out.matrixAutoUpdate = false;
    return out;
  });
}

function fillWalls(frame) {
  walls.forEach((wall, k) => {
    const p = pile.walls[k].pose.subarray(12 * frame, 12 * frame + 12);
    wall.matrix.set(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], p[9], p[10], p[11], 0, 0, 0, 1);
    wall.matrixWorldNeedsUpdate = true;
  });
}

function fillBalls(frame) {
  const { centre, tint } = balls.mesh.geometry.attributes, s = data.step, at = 3 * N * frame;
  balls.body.forEach((i, k) => {
    centre.array[3 * k] = s * pile.place[at + i];
    centre.array[3 * k + 1] = s * pile.place[at + N + i];
    centre.array[3 * k + 2] = s * pile.place[at + 2 * N + i];
    tint.array.set(colourOf(state.colour, i, frame), 3 * k);
  });
  centre.needsUpdate = tint.needsUpdate = true;
}

function fillHulls(frame) {
  const radius = columnNamed("radius").raw;
  pile.hulls.forEach((i, k) => {
    const x = placeOf(i, frame), q = turnOf(i, frame), c = colourOf(state.colour, i, frame);
    hulls.values.set([x.x, x.y, x.z, radius[i], q.x, q.y, q.z, q.w, c[0], c[1], c[2], 1], 12 * k);
  });
  hulls.table.needsUpdate = true;
}

function fillChains(frame) {
  const list = pile.chains[frame] || [], { from, to, tint } = chains.mesh.geometry.attributes;
  const radius = columnNamed("radius").raw, mean = radius.reduce((sum, r) => sum + r, 0) / N, count = list.length / 3;
  for (let c = 0; c < count; ++c) {
    const a = placeOf(list[3 * c], frame), b = placeOf(list[3 * c + 1], frame), share = list[3 * c + 2] / 65535;
    from.array.set([a.x, a.y, a.z], 3 * c);
    to.array.set([b.x, b.y, b.z], 3 * c);
    tint.array.set([...mapColour(share), 0.45 * mean * Math.sqrt(share)], 4 * c);
  }
  from.needsUpdate = to.needsUpdate = tint.needsUpdate = true;
  chains.mesh.geometry.maxInstancedCount = count;
  chains.mesh.geometry.instanceCount = count;
}

function fill() {
  if (balls) fillBalls(state.frame);
  if (hulls) fillHulls(state.frame);
  fillWalls(state.frame);
  if (chains && chains.mesh.visible) fillChains(state.frame);
}

// ------------------------------------------------------------------------------------------------------------- view

function axesOfView() {
  const a = look.azimuth * Math.PI / 180, e = look.elevation * Math.PI / 180;
  const out = new THREE.Vector3(Math.cos(e) * Math.cos(a), Math.cos(e) * Math.sin(a), Math.sin(e));
  const right = new THREE.Vector3(-Math.sin(a), Math.cos(a), 0);
  return { out, right, up: out.clone().cross(right) };
}

function aim() {
  const width = window.innerWidth, height = window.innerHeight, half = look.across / 2, { out, right, up } = axesOfView();
  const far = 4 * look.size;
  camera.left = -half;
  camera.right = half;
  camera.top = half * height / width;
  camera.bottom = -camera.top;
  camera.near = -far;
  camera.far = far;
  const basis = new THREE.Matrix4().makeBasis(right, up, out);
  camera.position.copy(look.centre);
  camera.quaternion.setFromRotationMatrix(basis);
  camera.updateMatrixWorld(true);
  camera.updateProjectionMatrix();
  placeCut(out, right, up);
}

// The cut plane in the camera's axes. The part above it, on the viewer's side, is removed.
function placeCut(out, right, up) {
  const axis = $("cut").value, at = look.size * parseFloat($("cut-at").value) / 2;
  uniforms.isCut.value = axis ? 1 : 0;
  if (!axis) return;
  const normal = axis === "view" ? out.clone() : new THREE.Vector3(axis === "x" ? 1 : 0, axis === "y" ? 1 : 0, axis === "z" ? 1 : 0);
  if (normal.dot(out) < -1e-9) normal.negate();
  const offset = look.middle.dot(normal) + at - look.centre.dot(normal);
  uniforms.cut.value.set(normal.dot(right), normal.dot(up), normal.dot(out), offset);
}

function draw() {
  aim();
  renderer.render(scene, camera);
  drawAxes();
  drawScale();
}

function drawAxes() {
  const { out, right, up } = axesOfView(), parts = [["x", "#c1272d"], ["y", "#2e8b57"], ["z", "#2b6cb0"]];
  const rows = parts.map(([name, colour], k) => {
    const unit = new THREE.Vector3().setComponent(k, 1);
    return { name, colour, x: unit.dot(right), y: -unit.dot(up), z: unit.dot(out) };
  }).sort((a, b) => a.z - b.z);
  $("axes").innerHTML = rows.map((r) => `<line x1="45" y1="45" x2="${45 + 28 * r.x}" y2="${45 + 28 * r.y}" stroke="${r.colour}" stroke-width="3" stroke-linecap="round"/>` +
    `<text x="${45 + 39 * r.x}" y="${45 + 39 * r.y}">${r.name}</text>`).join("");
}

function drawScale() {
  const metres = look.across / window.innerWidth, most = 0.2 * Math.min(window.innerWidth, 900) * metres;
  const power = 10 ** Math.floor(Math.log10(most)), length = power * (most / power >= 5 ? 5 : most / power >= 2 ? 2 : 1);
  $("scale-bar").style.width = `${length / metres}px`;
  $("scale-text").textContent = withUnit(length, [["km", 1000], ["m", 1], ["cm", 0.01], ["mm", 0.001], ["\u00b5m", 1e-6]]);
}

function withUnit(value, units, digits) {
  const [name, size] = units.find(([, s]) => Math.abs(value) >= s) || units[units.length - 1];
  return `${Number((value / size).toPrecision(digits || 3))} ${name}`;
}

// Time in the largest unit of which the longest time has two or more; for units up to s, one or more.
function timeText(seconds) {
  const longest = data.time.reduce((most, time) => Math.max(most, Math.abs(time)), 0);
  const units = [["yr", 31557600, 2], ["d", 86400, 2], ["h", 3600, 2], ["min", 60, 2], ["s", 1, 1], ["ms", 1e-3, 1], ["\u00b5s", 1e-6, 0]];
  const [name, size] = longest === 0 ? units[4] : units.find(([, s, few]) => longest >= few * s);
  return `t = ${(seconds / size).toFixed(2)} ${name}`;
}

function cornersOfWalls(frame) {
  const out = [];
  for (const { corner, pose } of pile.walls) {
    const p = pose.subarray(12 * frame, 12 * frame + 12);
    for (let k = 0; k < corner.length; k += 3) {
      const [x, y, z] = corner.subarray(k, k + 3);
      out.push(new THREE.Vector3(...[0, 4, 8].map((row) => p[row] * x + p[row + 1] * y + p[row + 2] * z + p[row + 3])));
    }
  }
  return out;
}

// The whole first frame, centred.
function resetView() {
  const low = new THREE.Vector3(Infinity, Infinity, Infinity), high = low.clone().negate(), radius = columnNamed("radius").raw;
  for (let i = 0; i < N; ++i) {
    const x = placeOf(i, 0), r = new THREE.Vector3(radius[i], radius[i], radius[i]);
    low.min(x.clone().sub(r));
    high.max(x.clone().add(r));
  }
  const bodies = high.clone().sub(low), middle = low.clone().add(high).multiplyScalar(0.5);
  for (const x of cornersOfWalls(0)) {  // walls may be far larger than the pile
    const way = x.clone().sub(middle), most = new THREE.Vector3(1.5, 1.5, 1.5).multiplyScalar(Math.max(bodies.x, bodies.y, bodies.z));
    way.clamp(most.clone().negate(), most);
    low.min(middle.clone().add(way));
    high.max(middle.clone().add(way));
  }
  look.middle = low.clone().add(high).multiplyScalar(0.5);
  look.centre.copy(look.middle);
  let reach = high.distanceTo(low) / 2;
  look.across = 2.1 * reach * Math.max(1, window.innerWidth / window.innerHeight);
  for (let k = 0; k < pile.place.length; ++k) reach = Math.max(reach, Math.abs(pile.place[k]) * data.step);
  look.size = Math.max(2 * reach, high.distanceTo(low));
  look.azimuth = 35;
  look.elevation = 25;
}

// --------------------------------------------------------------------------------------------------------- controls

function showFrame(frame) {
  state.frame = Math.min(Math.max(frame, 0), F - 1);
  $("frame").value = state.frame;
  $("frame-text").textContent = `${state.frame + 1} / ${F}`;
  $("time").textContent = timeText(data.time[state.frame]);
  if (state.colour && state.colour.groups) showLegend();  // legend of the groups in this frame
  fill();
  showPicked();
  draw();
}

function numberText(value) { return Number.isInteger(value) && Math.abs(value) < 1e6 ? String(value) : Number(value.toPrecision(4)).toString(); }

function showLegend() {
  const column = chains && chains.mesh.visible ? { name: "normal force", unit: "N", low: 0, least: Infinity, high: data.strongest } : state.colour, box = $("legend");
  if (!column || column.groups && !column.few) { box.innerHTML = ""; return; }
  if (!column.groups) {
    const stops = data.map.join(", "), unit = column.unit === "1" ? "" : ` ${column.unit}`;
    box.innerHTML = `<div class="bar" style="background: linear-gradient(to right, ${stops})"></div><div class="ends"><span>${numberText(lowOf(column))}</span><span>${numberText(column.high)}${unit}</span></div>`;
    return;
  }
  const present = new Set();
  for (let i = 0; i < N; ++i) present.add(valueOf(column, i, state.frame));
  const named = [...present].filter((g) => g >= 0 && g < data.groups.length - 1).sort((a, b) => a - b);
  const rows = named.map((g) => [groupName(column, g), data.groups[1 + g]]);
  if (named.length < present.size) rows.push(["others", data.groups[0]]);
  box.textContent = "";
  for (const [name, colour] of rows) {
    const row = document.createElement("div"), swatch = document.createElement("i");
    row.className = "group";
    swatch.style.background = colour;
    row.append(swatch, name);
    box.append(row);
  }
}

function choose(name) {
  state.colour = columnNamed(name) || null;
  $("colour").value = name;
  $("log-label").hidden = !hasLogarithms(state.colour);
  showLegend();
  fill();
  draw();
}

// Interval of the line of sight at (x, y) in the camera's axes within the ball [m]; null if the line does not meet the
// ball.
function throughBall(at, radius, x, y) {
  const left = radius * radius - (x - at.x) ** 2 - (y - at.y) ** 2;
  return left < 0 ? null : [at.z + Math.sqrt(left), at.z - Math.sqrt(left)];
}

// Intersection of the line of sight with the triangle (a, b, c) [m]; NaN if there is none.
function throughTriangle(a, b, c, x, y) {
  const near = 1e-9;  // overlap of neighbouring triangles, so that a line along their common edge meets one of them
  const whole = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  if (whole === 0) return NaN;
  const u = ((x - a.x) * (c.y - a.y) - (y - a.y) * (c.x - a.x)) / whole;
  const v = ((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)) / whole;
  if (u < -near || v < -near || u + v > 1 + near) return NaN;
  return a.z + u * (b.z - a.z) + v * (c.z - a.z);
}

// Corners of a hull relative to a position, in the camera's axes.
function cornersAt(body, at, inverse) {
  const radius = columnNamed("radius").raw[body], turn = turnOf(body, state.frame), { corner } = pile.shapes[pile.hull[body]];
  const rotation = new THREE.Matrix4().extractRotation(inverse), out = [];
  for (let k = 0; k < corner.length; k += 3)
    out.push(new THREE.Vector3(corner[k], corner[k + 1], corner[k + 2]).multiplyScalar(radius).applyQuaternion(turn).applyMatrix4(rotation).add(at));
  return out;
}

// A hull is convex: a line of sight enters and leaves it once.
function throughHull(corner, triangle, x, y) {
  let front = -Infinity, back = Infinity;
  for (let k = 0; k < triangle.length; k += 3) {
    const z = throughTriangle(corner[triangle[k]], corner[triangle[k + 1]], corner[triangle[k + 2]], x, y);
    if (Number.isNaN(z)) continue;
    front = Math.max(front, z);
    back = Math.min(back, z);
  }
  return front < back ? null : [front, back];
}

function throughBody(body, x, y, inverse) {
  const at = placeOf(body, state.frame).applyMatrix4(inverse), radius = columnNamed("radius").raw[body];
  if (pile.hull[body] < 0) return throughBall(at, radius, x, y);
  const shape = pile.shapes[pile.hull[body]];
  if (Math.hypot(x - at.x, y - at.y) > shape.reach * radius) return null;
  return throughHull(cornersAt(body, at, inverse), shape.triangle, x, y);
}

// Depth of the visible front of a body after the cut [m]: its own front, or the cut plane within the body; null if the
// cut removes it.
function leftOf([front, back], x, y) {
  const { x: a, y: b, z: c, w } = uniforms.cut.value, side = a * x + b * y - w;
  if (!uniforms.isCut.value || side + c * front <= 0) return front;
  return side + c * back > 0 ? null : -side / c;
}

// (pixels) => the nearest body at that point that is not cut away, or -1.
function bodyAt(px, py) {
  aim();
  const inverse = camera.matrixWorldInverse.getInverse ? camera.matrixWorldInverse.getInverse(camera.matrixWorld) : camera.matrixWorldInverse;
  const scale = look.across / window.innerWidth, x = (px - window.innerWidth / 2) * scale, y = (window.innerHeight / 2 - py) * scale;
  let best = -1, nearest = -Infinity;
  for (let i = 0; i < N; ++i) {
    const through = throughBody(i, x, y, inverse), z = through && leftOf(through, x, y);
    if (z === null || z <= nearest) continue;
    best = i;
    nearest = z;
  }
  return best;
}

// Grains have their number in the file as name, clusters their rank, counted from 1; shapes and materials have names.
function groupName(column, group) {
  if (group < 0) return "none";
  return column.few ? column.labels[group] || String(group + 1) : String(group);
}

function showPicked() {
  const table = $("picked"), body = state.picked;
  table.hidden = body < 0;
  if (body < 0) return;
  const x = placeOf(body, state.frame), rows = [["id", String(pile.ids[body])]];
  ["x", "y", "z"].forEach((axis, k) => rows.push([axis, `${numberText(x.getComponent(k) + data.origin[k])} m`]));
  for (const column of pile.columns) {
    const value = valueOf(column, body, state.frame);
    rows.push([column.name, column.groups ? groupName(column, value) : `${numberText(value)}${column.unit === "1" ? "" : " " + column.unit}`]);
  }
  table.textContent = "";
  for (const [name, text] of rows) {
    const row = table.insertRow();
    row.insertCell().textContent = name;
    row.insertCell().textContent = text;
  }
}

function pick(px, py) {
  state.picked = bodyAt(px, py);
  fill();
  draw();
  showPicked();
}

function turn(dx, dy) {
  look.azimuth -= 0.4 * dx;
  look.elevation = Math.min(90, Math.max(-90, look.elevation + 0.4 * dy));
  draw();
}

function move(dx, dy) {
  const { right, up } = axesOfView(), scale = look.across / window.innerWidth;
  look.centre.addScaledVector(right, -dx * scale).addScaledVector(up, dy * scale);
  draw();
}

function zoom(factor) {
  look.across = Math.min(Math.max(look.across * factor, 1e-3 * look.size), 20 * look.size);
  draw();
}

function watchPointers() {
  const canvas = $("view"), held = new Map();
  let moved = 0;
  const spread = () => { const [a, b] = [...held.values()]; return Math.hypot(a.x - b.x, a.y - b.y); };
  canvas.addEventListener("pointerdown", (event) => {
    held.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (event.isTrusted) canvas.setPointerCapture(event.pointerId);
    moved = 0;
  });
  canvas.addEventListener("pointermove", (event) => {
    const before = held.get(event.pointerId);
    if (!before) return;
    const wide = held.size === 2 ? spread() : 0, dx = event.clientX - before.x, dy = event.clientY - before.y;
    held.set(event.pointerId, { x: event.clientX, y: event.clientY });
    moved += Math.abs(dx) + Math.abs(dy);
    if (held.size === 2) { move(dx / 2, dy / 2); zoom(wide / Math.max(spread(), 1)); }
    else if (event.shiftKey || event.buttons === 2) move(dx, dy);
    else turn(dx, dy);
  });
  const release = (event) => { if (held.delete(event.pointerId) && moved < 4 && event.type === "pointerup") pick(event.clientX, event.clientY); };
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener("wheel", (event) => { event.preventDefault(); zoom(Math.exp(0.0012 * event.deltaY)); }, { passive: false });
}

function watchKeys() {
  const keys = {
    "+": () => zoom(0.85), "-": () => zoom(1 / 0.85), ArrowLeft: () => turn(-12, 0), ArrowRight: () => turn(12, 0), ArrowUp: () => turn(0, -12), ArrowDown: () => turn(0, 12),
  };
  if (F > 1) Object.assign(keys, { " ": togglePlay, ",": () => showFrame(state.frame - 1), ".": () => showFrame(state.frame + 1) });
  if (chains) keys.c = () => $("chains").click();
  window.addEventListener("keydown", (event) => {
    if (["SELECT", "INPUT", "BUTTON"].includes(event.target.tagName) || !keys[event.key]) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;  // shortcuts of the browser
    event.preventDefault();
    keys[event.key]();
  });
}

function togglePlay() {
  if (F < 2) return;
  state.playing = !state.playing;
  $("play").textContent = state.playing ? "\u2016" : "\u25b6";
  let last = 0;
  const tick = (now) => {
    if (!state.playing) return;
    if (now - last >= 1000 / 25) {
      state.fps = last ? 1000 / (now - last) : 0;
      last = now;
      showFrame((state.frame + 1) % F);
    }
    requestAnimationFrame(tick);
  };
  if (state.playing) requestAnimationFrame(tick);
}

function watchControls() {
  const colour = $("colour");
  colour.add(new Option("rock", ""));
  for (const column of pile.columns) colour.add(new Option(column.name, column.name));
  colour.addEventListener("change", () => choose(colour.value));
  $("log").addEventListener("change", () => choose(colour.value));
  $("cut").addEventListener("change", () => { $("cut-at").hidden = !$("cut").value; draw(); });
  $("cut-at").addEventListener("input", draw);
  $("chains-label").hidden = $("help-chains").hidden = !chains;
  $("no-chains").hidden = !data.chainsLeftOut;
  $("chains").addEventListener("change", () => {
    chains.mesh.visible = $("chains").checked;
    for (const part of [balls, hulls]) if (part) part.mesh.visible = !chains.mesh.visible;
    showLegend();
    fill();
    draw();
  });
  $("reset").addEventListener("click", () => { resetView(); draw(); });
  $("player").hidden = $("help-frames").hidden = F < 2;
  $("frame").max = F - 1;
  $("frame").addEventListener("input", () => showFrame(parseInt($("frame").value, 10)));
  $("play").addEventListener("click", togglePlay);
  window.addEventListener("resize", () => { renderer.setSize(window.innerWidth, window.innerHeight, false); draw(); });
}

async function start() {
  pile = await unpackAll();
  renderer = new THREE.WebGLRenderer({ canvas: $("view"), antialias: true, preserveDrawingBuffer: true });
  renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
  renderer.setSize(window.innerWidth, window.innerHeight, false);
  const dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  renderer.setClearColor(dark ? 0x0b0e14 : 0xffffff);
  scene = new THREE.Scene();
  camera = new THREE.OrthographicCamera(-1, 1, 1, -1, -1, 1);
  balls = makeBalls();
  hulls = makeHulls();
  chains = makeChains();
  walls = makeWalls();
  resetView();
  watchControls();
  watchPointers();
  watchKeys();
  showFrame(0);
  $("wait").hidden = true;
  window.rubble = { data, pile, state, look, showFrame, choose, pick, bodyAt, placeOf, turnOf, valueOf, columnNamed, turn, togglePlay, draw, renderer, camera };
  document.documentElement.dataset.ready = "yes";
  if (window.location.hash === "#check") await check();
}

// (body, or -1) => the points of a lattice at which a click selects it.
function clicks() {
  const out = new Map();
  for (let x = 12; x < window.innerWidth; x += 24) {
    for (let y = 12; y < window.innerHeight; y += 24) {
      const body = bodyAt(x, y);
      out.set(body, [...(out.get(body) || []), [x, y]]);
    }
  }
  return out;
}

// "none" (magenta), "picked" (grey), "other" (rock: less blue than green) or "edge" (a mixture).
function kindOf([r, g, b]) {
  if (r > 250 && g < 5 && b > 250) return "none";
  if (Math.max(r, g, b) - Math.min(r, g, b) < 4) return "picked";
  return r >= g && g >= b ? "other" : "edge";
}

// The kind of a pixel and its neighbours; "edge" where they differ.
function seenAt(x, y) {
  const gl = renderer.getContext(), ratio = renderer.getPixelRatio(), block = new Uint8Array(4 * 9);
  gl.readPixels(Math.round(x * ratio) - 1, gl.drawingBufferHeight - 2 - Math.round(y * ratio), 3, 3, gl.RGBA, gl.UNSIGNED_BYTE, block);
  const kinds = [0, 4, 8, 12, 16, 20, 24, 28, 32].map((k) => kindOf(block.subarray(k, k + 3)));
  return kinds.every((kind) => kind === kinds[0]) ? kinds[0] : "edge";
}

// True if clicks select the bodies that the picture shows, with a cut across an axis at a position.
function checkClicks(axis, place) {
  const found = { axis, met: 0, wrong: 0 };
  $("cut").value = axis;
  $("cut-at").value = place;
  for (const [body, points] of clicks()) {
    state.picked = body;
    fill();
    draw();
    const seen = points.map(([x, y]) => seenAt(x, y)).filter((kind) => kind !== "edge");
    if (body >= 0) found.met += seen.length;
    found.wrong += seen.filter((kind) => kind !== (body < 0 ? "none" : "picked")).length;
  }
  return found;
}

// Positions of the first bodies' speeds on the logarithmic colour scale.
function checkLogarithms() {
  $("log").checked = true;
  choose("speed");
  const found = [...Array(Math.min(N, 20)).keys()].map((i) => shareOf(state.colour, valueOf(state.colour, i, state.frame)));
  $("log").checked = false;
  choose("");
  return found;
}

function checkCuts() {
  renderer.setClearColor(0xff00ff);
  return [["", 0], ["x", 0], ["z", -0.1], ["view", 0.1]].map(([axis, place]) => checkClicks(axis, place));
}

// Writes the displayed values into the page as text, for tests. PAGE.html#check
async function check() {
  const gl = renderer.getContext(), ratio = renderer.getPixelRatio(), wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const pixel = (x, y) => {
    const out = new Uint8Array(4);
    gl.readPixels(Math.round(x * ratio), gl.drawingBufferHeight - 1 - Math.round(y * ratio), 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, out);
    return [...out.slice(0, 3)];
  };
  const found = { error: gl.getError(), bodies: [] };
  for (let i = 0; i < Math.min(N, 20); ++i) {
    const at = placeOf(i, 0).applyMatrix4(camera.matrixWorldInverse), metres = look.across / window.innerWidth;
    const x = window.innerWidth / 2 + at.x / metres, y = window.innerHeight / 2 - at.y / metres;
    const seen = bodyAt(x, y);
    found.bodies.push({ body: i, seen: seen < 0 ? -1 : Number(pile.ids[seen]), pixel: pixel(x, y) });
  }
  found.help = $("help").innerText;
  found.time = $("time").textContent;
  found.corner = pixel(2, window.innerHeight / 2);
  pick(window.innerWidth / 2, window.innerHeight / 2);
  found.values = [...$("picked").rows].map((row) => [...row.cells].map((c) => c.textContent));
  state.picked = -1;
  const from = state.frame;
  togglePlay();
  await wait(1500);
  if (state.playing) togglePlay();
  found.played = state.frame - from;
  const start = performance.now();
  for (let k = 0; k < 10; ++k) { showFrame(k % F); gl.finish(); pixel(0, 0); }
  found.fps = 10000 / (performance.now() - start);
  found.logarithms = checkLogarithms();
  found.clicks = checkCuts();
  const text = document.createElement("pre");
  text.id = "checked";
  text.hidden = true;
  text.textContent = JSON.stringify(found);
  document.body.append(text);
}

start().catch((error) => { $("wait").textContent = `This page cannot be shown: ${error.message}`; document.documentElement.dataset.failed = error.message; });
