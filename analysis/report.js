"use strict";
// Makes tables sortable and adds filters. Without this script the tables are static.

const numberIn = (text) => { const found = text.match(/-?\d[\d.]*(e[-+]?\d+)?/i); return found ? parseFloat(found[0]) : NaN; };

// Sort order: numbers by value, then texts alphabetically.
function compare(a, b) {
  const x = numberIn(a), y = numberIn(b);
  if (Number.isNaN(x) !== Number.isNaN(y)) return Number.isNaN(x) ? 1 : -1;
  return Number.isNaN(x) || x === y ? a.localeCompare(b) : x - y;
}

function sortBy(table, column, heading) {
  const down = heading.getAttribute("aria-sort") === "ascending";
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", down ? "descending" : "ascending");
  const body = table.tBodies[0], rows = [...body.rows];
  rows.sort((a, b) => (down ? -1 : 1) * compare(a.cells[column].textContent, b.cells[column].textContent));
  body.append(...rows);
}

function makeSortable(table) {
  [...table.tHead.rows[0].cells].forEach((heading, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = heading.textContent;
    button.addEventListener("click", () => sortBy(table, column, heading));
    heading.replaceChildren(button);
  });
}

function makeFilters(table, box) {
  const words = box.querySelector("input"), selects = [...box.querySelectorAll("select")], shown = box.querySelector("output");
  const filter = () => {
    const wanted = words.value.toLowerCase();
    let count = 0;
    for (const row of table.tBodies[0].rows) {
      row.hidden = !row.textContent.toLowerCase().includes(wanted) || selects.some((select) => select.value !== "" && row.dataset[select.dataset.key] !== select.value);
      count += row.hidden ? 0 : 1;
    }
    shown.textContent = `${count} of ${table.tBodies[0].rows.length}`;
  };
  words.addEventListener("input", filter);
  for (const select of selects) select.addEventListener("change", filter);
  box.hidden = false;
  filter();
}

document.querySelectorAll("table.sortable").forEach(makeSortable);
if (document.getElementById("filters")) makeFilters(document.getElementById("verdicts"), document.getElementById("filters"));
// A link to a run opens its details.
const open = () => { const target = document.getElementById(decodeURIComponent(location.hash.slice(1))); if (target && target.tagName === "DETAILS") target.open = true; };
window.addEventListener("hashchange", open);
open();
