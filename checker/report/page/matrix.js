// SPDX-License-Identifier: BSD-2-Clause
// matrix.js - machines times tests: filters, and what is behind a cell.
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const $ = id => document.getElementById(id);
const columns = data.columns, tests = data.tests, cells = data.cells;
let open = null;

function put(parent, tag, attributes, text) {
  const element = document.createElement(tag);
  for (const key in attributes) key.startsWith("on") ? element.addEventListener(key.slice(2), attributes[key]) : element.setAttribute(key, attributes[key]);
  if (text !== undefined) element.textContent = text;
  parent.append(element);
  return element;
}
const clear = element => { element.replaceChildren(); return element; };
const cellAt = (t, c) => cells[t * columns.length + c];
const kindOf = cell => cell.judgement === "broken" ? "broken" : cell.judgement === "kept" ? "kept" : cell.judgement === "incomplete" ? "incomplete" : "free";

/* ---- which rows and columns ---- */

const has = (text, words) => words.toLowerCase().split(/\s+/).every(w => text.toLowerCase().includes(w));
const columnsShown = () => columns.map((c, i) => i).filter(i => has(columns[i].name, $("machines").value));

function isShown(t, shown) {
  const own = shown.map(c => cellAt(t, c)), only = $("only").value;
  if (!has(tests[t].name, $("tests").value)) return false;
  if (only === "broken" || only === "incomplete") return own.some(cell => cell.judgement === only);
  return only !== "differs" || new Set(own.map(cell => cell.mark[0])).size > 1;
}

/* ---- the table ---- */

function draw() {
  const shown = columnsShown(), rows = tests.map((t, i) => i).filter(t => isShown(t, shown));
  const table = document.createElement("table"), head = put(put(table, "thead", {}), "tr", {}), body = put(table, "tbody", {});
  put(head, "th", { scope: "col" }, "test");
  for (const c of shown) put(head, "th", { scope: "col", title: columns[c].promises ? "promises " + columns[c].promises : "promises nothing" }).append(upright(columns[c].name));
  for (const t of rows) {
    const row = put(body, "tr", {});
    put(row, "th", { scope: "row" }, tests[t].name);
    for (const c of shown) {
      const cell = cellAt(t, c), field = put(row, "td", { class: kindOf(cell), "data-cell": t + "," + c });
      put(field, "button", { tabindex: "-1", title: tests[t].name + " on " + columns[c].name + ": " + cell.judgement, onclick: () => show(t, c) }, cell.mark);
    }
  }
  clear($("matrix")).append(table);
  reachable(open ? buttonAt(...open) : null);
  $("shown").textContent = rows.length + " of " + tests.length + " tests, " + shown.length + " of " + columns.length + " machines";
  mark();
}

function upright(name) {
  const span = document.createElement("span");
  span.textContent = name;
  return span;
}

function mark() {
  for (const field of document.querySelectorAll("td[data-cell]")) field.setAttribute("aria-selected", String(open !== null && field.dataset.cell === open.join(",")));
}

/* ---- a cell ---- */

const quoted = words => "'" + words.split("'").join("'\\''") + "'";
const conditionOf = line => line.replace(/;\s*$/, "").split(";").map(s => s.trim()).join(" /\\ ");

/* The command of a cell asks for no outcome; this one does. */
const commandFor = (cell, line) => cell.command.replace(" --trace diff", " --outcome " + quoted(conditionOf(line)) + " --trace diff");

function show(t, c) {
  const cell = cellAt(t, c), root = clear($("cell")), test = tests[t];
  open = [t, c];
  root.hidden = false;
  put(root, "h2", {}, test.name + " on " + columns[c].name);
  put(root, "p", {}, cell.mark.trim() + ": " + cell.judgement + (cell.why ? ". " + cell.why : "") + (cell.not_judged ? ". " + cell.not_judged : "") + (cell.error ? ". " + cell.error : "") + (cell.violation ? ". " + cell.violation : ""));
  put(root, "p", { class: "soft" }, cell.states.toLocaleString("en") + " states, " + cell.placements + (cell.placements === 1 ? " placement and layout" : " placements and layouts") + (cell.kept ? "; kept by an earlier run" : "") + (cell.complete ? "" : "; not complete" + (cell.left_out ? ": " + cell.left_out : "")));
  if (cell.shown_by) {
    put(root, "h3", {}, "What breaks it" + (cell.shown_by.outcome ? ": " + cell.shown_by.outcome : "") + (cell.shown_by.placement ? " at " + cell.shown_by.placement + ", layout " + cell.shown_by.layout : ""));
    if (cell.run) put(root, "button", { class: "open-run", onclick: () => openRun(test.name + " on " + columns[c].name, cell.run) }, "Open the run, step by step");
    put(root, "pre", { class: "command" }, cell.shown_by.command);
    if (!cell.run) put(root, "p", { class: "soft" }, "The run is not in this page: the command shows it.");
  }
  put(root, "h3", {}, "Outcomes; a command for each shows a shortest run");
  if (data.folder) put(root, "p", { class: "soft folder" }, "Commands are to be run in " + data.folder + ", where the suite was.");
  const list = put(root, "ul", { class: "outcomes" });
  for (const [line, condition] of cell.outcomes) {
    const item = put(list, "li", condition ? { class: "condition" } : {}), more = put(item, "details", {});
    put(more, "summary", { class: "mono" }, line + (condition ? "  ← the condition" : ""));
    put(more, "pre", { class: "command" }, commandFor(cell, line));
  }
  if (!cell.outcomes.length) put(list, "li", {}, "none");
  put(root, "h3", {}, "The test, " + test.path);
  put(root, "pre", { class: "test" }, test.text);
  put(root, "button", { onclick: () => { root.hidden = true; const at = open; open = null; mark(); focusCell(at[0], at[1]); } }, "Close");
  mark();
  if (root.offsetTop > $("matrix").offsetTop) root.scrollIntoView({ block: "nearest" });
}

/* The page of a run in a frame of its own; the run goes into it as `murrelet show` puts it there. */
function openRun(name, run) {
  $("run-name").textContent = name;
  $("run-page").srcdoc = data.page.split("@TRACE@").join(JSON.stringify(run).replaceAll("<", "\\u003c"));
  $("run").showModal();
}
$("run-close").addEventListener("click", () => $("run").close());
$("run").addEventListener("close", () => { $("run-page").removeAttribute("srcdoc"); });

/* ---- by keyboard: of all cells Tab comes to one, and arrows go on from there ---- */

const buttonAt = (t, c) => document.querySelector(`td[data-cell="${t},${c}"] button`);
const focusCell = (t, c) => (buttonAt(t, c) || document.querySelector("#matrix td button") || $("tests")).focus();

function reachable(button) {
  for (const other of document.querySelectorAll('#matrix td button[tabindex="0"]')) other.setAttribute("tabindex", "-1");
  button = button || document.querySelector("#matrix td button");
  if (button) button.setAttribute("tabindex", "0");
}
$("matrix").addEventListener("focusin", event => { if (event.target.closest("td")) reachable(event.target); });

$("matrix").addEventListener("keydown", event => {
  const field = event.target.closest("td"), step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
  if (!field || !step) return;
  const row = field.parentElement, next = step[0] ? (step[0] < 0 ? row.previousElementSibling : row.nextElementSibling) : row;
  const target = next && next.children[[...row.children].indexOf(field) + step[1]];
  if (target && target.querySelector("button")) { event.preventDefault(); target.querySelector("button").focus(); }
});
for (const id of ["tests", "machines", "only"]) $(id).addEventListener("input", draw);

const count = kind => cells.filter(cell => cell.judgement === kind).length;
$("counts").textContent = `${count("kept")} kept, ${count("broken")} broken, ${count("incomplete")} incomplete, ${count("no promise")} not judged. ` + data.environment;
draw();
