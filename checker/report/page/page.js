/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * page.js - a trace as a page: a chart to step through, and the state beside it.
 *
 * All text of the trace goes into the document as text, never as markup.
 */
"use strict";
(() => {
const trace = unpack(JSON.parse(document.getElementById("trace").textContent));
const steps = trace.steps, count = steps.length;
const chart = trace.chart || {};
const messages = chart.messages || [], where = chart.where || {}, hiddenNames = new Set(chart.hidden || []);
const target = trace.violation || trace.witness || {};
const isWitness = !trace.violation && !!trace.witness;
/* Where it has a list of paths, they have numbers elsewhere (page_pack.h): the trace as a file has it. */
function unpack(trace) {
  const paths = trace.paths;
  if (!paths) return trace;
  for (const step of trace.steps) {
    const runs = Array.isArray(step.changes) ? step.changes : [], entries = [];
    for (let i = 0; i < runs.length; i += 2) runs[i + 1].forEach((value, k) => entries.push([paths[runs[i] + k], value]));
    if (step.changes) step.changes = Object.fromEntries(entries);
  }
  if (trace.chart && Array.isArray(trace.chart.where)) trace.chart.where = Object.fromEntries(trace.chart.where.map((lane, i) => [paths[i], lane]).filter(([, lane]) => lane !== null));
  return trace;
}
const $ = id => document.getElementById(id);

/* ---- making elements ---- */

function put(parent, name, attributes, ...children) {
  const svg = parent.namespaceURI === "http://www.w3.org/2000/svg" || name === "svg";
  const element = svg ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  for (const key in attributes || {}) {
    const value = attributes[key];
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value != null) element.setAttribute(key, value);
  }
  for (const child of children) if (child != null) element.append(child);
  parent.append(element);
  return element;
}
function clear(element) { element.textContent = ""; return element; }
function shown(value) { return value === null ? "Undefined" : String(value); }
function variableOf(path) { return path.replace(/^taken\(/, "").match(/^[^\[.{)]*/)[0]; }
function parametersOf(step) { return Object.entries(step.parameters || {}).map(([k, v]) => k + " = " + shown(v)).join(", "); }
function placeOf(place) { return place ? place.file + ":" + place.line + ":" + place.column : ""; }

/* ---- the states ---- */

const states = [];
{
  let state = new Map();
  for (const step of steps) {
    state = new Map(state);
    for (const path in step.changes || {}) state.set(path, step.changes[path]);
    states.push(state);
  }
}
const everMoved = new Set();
steps.forEach((step, i) => { if (i) for (const path in step.changes || {}) everMoved.add(path); });
const paths = (() => {
  const order = new Map(), natural = new Intl.Collator("en", { numeric: true });
  for (const path of states[count - 1].keys()) if (!order.has(variableOf(path))) order.set(variableOf(path), order.size);
  return [...states[count - 1].keys()].sort((a, b) => order.get(variableOf(a)) - order.get(variableOf(b)) || natural.compare(a, b));
})();
let showsHidden = false, here = 0;
function isShown(path) { return showsHidden || !hiddenNames.has(variableOf(path)); }
function wasOf(i, path) {
  const was = steps[i].was;
  if (was) return Object.hasOwn(was, path) ? was[path] : undefined;
  return i && states[i - 1].has(path) ? states[i - 1].get(path) : undefined;
}

/* ---- lanes ---- */

const lanes = (chart.lanes || []).map((name, i) => ({ name, index: i, visible: true }));
if (!lanes.length || (chart.actors || []).slice(1).some(a => a == null)) lanes.push({ name: lanes.length ? "others" : "model", index: -1, visible: true });
/* Names are those of a model, and may be those of what every object has. */
function laneAt(path) { return Object.hasOwn(where, path) ? where[path] : null; }
function laneOf(index) { return lanes.find(l => l.index === (index == null ? -1 : index)); }
function actorOf(i) { return laneOf((chart.actors || [])[i]) || laneOf(null); }

/* ---- the accesses of a litmus test ---- */

const execution = trace.execution || null;
const events = execution ? execution.events.map((e, i) => ({ ...e, index: i, step: null })) : [];
function operationsOf(text) {
  const found = /(?:next|may do) (.*)$/.exec(typeof text === "string" ? text : "");
  return found ? found[1].split(" or ") : [];
}
for (const thread of new Set(events.map(e => e.thread))) {
  let from = 1;
  for (const event of events.filter(e => e.thread === thread && e.kind !== "F"))
    for (let i = from; i < count; i++) {
      const path = "threads[P" + thread + "]", now = (steps[i].changes || {})[path];
      if (now === undefined || !operationsOf(wasOf(i, path)).includes(event.operation)) continue;
      if (/may do/.test(wasOf(i, path)) && operationsOf(now).includes(event.operation)) continue;
      event.step = i;
      from = /may do/.test(wasOf(i, path)) ? from : i + 1;
      break;
    }
}
function eventName(event) { return (event.name ? event.name + ": " : "") + "P" + event.thread + " " + event.operation; }
function eventsAt(i) { return events.filter(e => e.step === i); }
const failing = (() => {
  const onCycle = (execution && execution.cycle || []).map(edge => events[edge.from].step).filter(s => s != null);
  return onCycle.length ? Math.max(...onCycle) : Number.isInteger(target.loop) ? target.loop : count - 1;
})();
/* A violation fails, a run that a test's condition excludes, and one that a cycle makes surprising; a witness does not, nor
   do steps by hand. */
const byHand = !trace.violation && !trace.witness;
const excluded = isWitness && trace.test && !trace.test.outcome && /^(forall|~exists) /.test(trace.test.condition || "");
const breaks = !!trace.violation || !!excluded || !!(execution && execution.cycle && execution.cycle.length);
const loops = Number.isInteger(target.loop);

/* ---- the chart ---- */

const ROW = 58, HEAD = 34, GUTTER = 40 + 8 * Math.max(1, String(count - 1).length);
let width = 0, laneWidth = 150, seen = 0; /* of the width, as much as there is room for without scrolling */
const xOf = lane => GUTTER + lanes.filter(l => l.visible).indexOf(lane) * laneWidth + laneWidth / 2;
const yOf = i => i * ROW + ROW / 2 + 8;

/* How wide a text is drawn, and as much of it as there is room for: fonts differ too much to guess. */
const pen = document.createElement("canvas").getContext("2d"), FACE = "px system-ui, sans-serif";
const RULE = "600 12" + FACE, SMALL = "11" + FACE, SMALLER = "600 10.5" + FACE;
function widthOf(text, font) { pen.font = font; return pen.measureText(text).width; }
function cut(text, room, font) {
  if (widthOf(text, font) <= room) return text;
  let fits = 1, not = text.length;
  while (not - fits > 1) { const middle = (fits + not) >> 1; if (widthOf(text.slice(0, middle) + "…", font) <= room) fits = middle; else not = middle; }
  return text.slice(0, fits) + "…";
}

const channels = new Set(messages.map(m => variableOf(m.at)));

/* What a row says below its rule: the access, or what changes for who acts. */
function summaryOf(i) {
  const access = eventsAt(i).map(e => e.operation + (e.read !== undefined ? " reads " + e.read : "")).join("; ");
  if (access) return access;
  const own = actorOf(i), changed = Object.keys(steps[i].changes || {}).filter(isShown).filter(p => isNeeded(i, p)), all = changed.some(p => !channels.has(variableOf(p))) ? changed.filter(p => !channels.has(variableOf(p))) : changed;
  const mine = all.filter(p => own && own.index >= 0 && laneAt(p) === own.index);
  const list = (mine.length ? mine : all);
  if (steps[i].fails) return "fails";
  if (!i) return changed.length + (changed.length === 1 ? " value" : " values");
  if (!list.length) return "nothing changes";
  const path = list.find(p => /state|kind|phase/.test(p)) || list[0];
  const was = wasOf(i, path), index = "[" + (own ? own.name.split(" ").pop() : "") + "]", short = path.replace(index, "");
  return short + (was !== undefined ? " " + shown(was) + "→" : ":=") + shown(steps[i].changes[path]) + (list.length > 1 ? ", …" : "");
}

/* A head at (x, y) of an arrow that goes the way of (dx, dy). */
function arrowHead(parent, x, y, dx, dy) {
  const d = Math.hypot(dx, dy) || 1, ux = dx / d, uy = dy / d, bx = x - ux * 9, by = y - uy * 9;
  put(parent, "polygon", { points: `${x},${y} ${bx - uy * 4.5},${by + ux * 4.5} ${bx + uy * 4.5},${by - ux * 4.5}` });
}

/* Where a label of this width goes: at the first of some points that is free, or the one least covered; it is taken then. */
function placeLabel(taken, points, wide) {
  let best = null, least = Infinity;
  for (const [x, y] of points) {
    const left = x - wide / 2, top = y - 11;
    if (left < 2 || left + wide > width) continue;
    const covered = taken.reduce((sum, r) => sum + Math.max(0, Math.min(left + wide, r.x + r.w) - Math.max(left, r.x)) * Math.max(0, Math.min(top + 14, r.y + r.h) - Math.max(top, r.y)), 0);
    if (covered < least) { best = [x, y]; least = covered; }
    if (!covered) break;
  }
  best = best || points[0];
  taken.push({ x: best[0] - wide / 2, y: best[1] - 11, w: wide, h: 14 });
  return best;
}

function drawMessage(svg, labels, taken, message, order) {
  const from = message.from == null ? null : laneOf(message.from), to = message.to == null ? null : laneOf(message.to);
  if ((from && !from.visible) || (to && !to.visible) || (!from && !to)) return;
  const ended = message.received !== undefined, y1 = yOf(message.sent) + 17 + (order % 4) * 9;
  const y2 = ended ? Math.max(y1, yOf(message.received) - 25) : yOf(count - 1) + 20;
  const x1 = from ? xOf(from) : xOf(to) - laneWidth * 0.4, x2 = to ? xOf(to) : xOf(from) + laneWidth * 0.4;
  const right = x2 >= x1, group = put(svg, "g", { class: "message" + (ended ? "" : " lost"), "data-sent": message.sent, "data-received": ended ? message.received : "" });
  const ends = ended ? "taken in step " + message.received : "still on its way at the end";
  put(group, "title", {}, message.text + "  " + message.at + ": sent in step " + message.sent + ", " + ends);
  if (x1 === x2) {
    put(group, "path", { d: `M${x1},${y1} C${x1 + 46},${y1} ${x1 + 46},${y2} ${x1 + 2},${y2}` });
    arrowHead(group, x1, y2, -1, 0);
  } else {
    const end = right ? x2 - 4 : x2 + 4;
    put(group, "line", { x1, y1, x2: end, y2 });
    if (ended) arrowHead(group, x2, y2, x2 - x1, y2 - y1); else put(group, "circle", { cx: x2, cy: y2, r: 5 });
  }
  put(group, "circle", { class: "from", cx: x1, cy: y1, r: 2.5 });
  const text = cut(message.text, laneWidth * 1.15, SMALL) + (ended ? "" : " (on its way)"), wide = widthOf(text, "700 11" + FACE), points = [];
  for (const above of [-5, 13])
    for (const share of [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9]) points.push([x1 + (x2 - x1) * share + (x1 === x2 ? 40 : 0), y1 + (y2 - y1) * share + above]);
  for (const share of [0.5, 0.3, 0.7, 0.1, 0.9])
    for (const beside of [1, -1]) points.push([x1 + (x2 - x1) * share + beside * (wide / 2 + 8), y1 + (y2 - y1) * share + 4]);
  if (ended) taken.push({ x: x2 - 5, y: y2 - 6, w: 10, h: 9 });
  const [x, y] = placeLabel(taken, points, wide), label = put(labels, "g", { class: "message", "data-sent": message.sent, "data-received": ended ? message.received : "" });
  put(label, "text", { x, y, "text-anchor": "middle" }, text);
}

/* Points for a label beside the curve of a read: by preference near its middle, and between two rows. */
function besideCurve(x1, y1, x2, y2, out, wide) {
  const points = [];
  for (const level of [y => Math.round((y - 6) / ROW) * ROW + 10, y => y + 4])
    for (const t of [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8]) {
      const s = 1 - t, x = s * s * s * x1 + 3 * t * s * out + t * t * t * x2, y = level(y1 + (y2 - y1) * (3 - 2 * t) * t * t);
      for (const beside of [-1, 1]) points.push([x + beside * (wide / 2 + 6), y]);
    }
  return points;
}

function drawReads(svg, labels, taken) {
  for (const event of events) {
    const source = typeof event.reads_from === "number" ? events[event.reads_from] : null;
    if (!source || source.step == null || event.step == null) continue;
    const a = actorOf(source.step), b = actorOf(event.step);
    if (!a || !b || !a.visible || !b.visible) continue;
    const x1 = xOf(a) + laneWidth * 0.42, y1 = yOf(source.step), x2 = xOf(b) + laneWidth * 0.42, y2 = yOf(event.step), out = Math.max(x1, x2) + 26;
    put(put(svg, "g", { class: "reads" }), "path", { d: `M${x1},${y1} C${out},${y1} ${out},${y2} ${x2},${y2}` });
    const text = "rf " + (source.name || "") + "→" + (event.name || ""), wide = widthOf(text, SMALL);
    const [x, y] = placeLabel(taken, besideCurve(x1, y1, x2, y2, out, wide), wide);
    put(put(labels, "g", { class: "reads" }), "text", { x, y, "text-anchor": "middle" }, text);
  }
}

function drawBack(svg, i) {
  const row = put(svg, "g", { class: "row", "data-step": i, onclick: () => go(i) }), y = i * ROW + 8;
  put(row, "rect", { class: "row-back", x: 0, y, width: "100%", height: ROW });
  put(row, "text", { class: "number", x: GUTTER - 12, y: y + ROW / 2 + 4 }, String(i));
  if (steps[i].cycle) put(row, "text", { class: "number", x: 16, y: y + ROW / 2 + 18 }, "↻");
  if (i === failing && !byHand) put(row, "text", { class: "number" + (breaks ? " bad" : ""), x: 14, y: y + ROW / 2 + 4 }, breaks ? "✗" : "✓");
}

/* The start is as wide as the chart; a step has a box in the lane of who acts, if that is shown. */
function boxOf(i) {
  const lane = actorOf(i), y = i * ROW + 16, h = ROW - 20;
  if (!i) return { x: GUTTER, y, w: width - GUTTER - 30, h };
  return lane && !lane.visible ? null : { x: (lane ? xOf(lane) : GUTTER + laneWidth / 2) - (laneWidth - 14) / 2, y, w: laneWidth - 14, h };
}

function drawBox(svg, i) {
  const step = steps[i], box = boxOf(i);
  if (!box) return;
  const row = put(svg, "g", { class: "row" + (step.fails ? " fails" : ""), "data-step": i, onclick: () => go(i) });
  const title = (i ? "" : "start: ") + step.rule, full = title + (parametersOf(step) ? " (" + parametersOf(step) + ")" : "");
  put(row, "title", {}, full + "  " + placeOf(step.place));
  put(row, "rect", { class: "box", x: box.x, y: box.y, width: box.w, height: box.h, rx: 6 });
  const told = i ? box.w : Math.min(box.w, Math.max(laneWidth, seen - box.x - 8)), middle = box.x + told / 2, room = told - 10;
  const small = widthOf(title, RULE) > room;
  put(row, "text", { class: "rule", x: middle, y: box.y + 17, "text-anchor": "middle", style: small && "font-size:10.5px" }, cut(title, room, small ? SMALLER : RULE));
  put(row, "text", { class: "sub", x: middle, y: box.y + 31, "text-anchor": "middle" }, cut(summaryOf(i), room, SMALL));
}

function draw() {
  const visible = lanes.filter(l => l.visible), root = $("chart"), { scrollTop: top, scrollLeft: left } = root, room = clear(root).clientWidth - GUTTER - 40;
  seen = root.clientWidth;
  laneWidth = Math.max(110, Math.min(220, Math.floor(room / Math.max(1, visible.length))));
  width = GUTTER + visible.length * laneWidth + 36;
  const heads = put(root, "svg", { class: "heads", width, style: "min-width:100%", height: HEAD, "aria-hidden": "true" });
  const height = count * ROW + 40, svg = put(root, "svg", { width, style: "min-width:100%", height, role: "img", "aria-label": "The run as a sequence chart; the step's text is beside it" });
  for (const lane of visible) {
    const head = put(heads, "g", { class: "head" });
    put(head, "rect", { x: xOf(lane) - laneWidth / 2 + 7, y: 5, width: laneWidth - 14, height: HEAD - 10, rx: 5 });
    put(head, "text", { x: xOf(lane), y: HEAD / 2 + 4 }, cut(lane.name, laneWidth - 20, RULE));
    put(head, "title", {}, lane.name);
  }
  for (let i = 0; i < count; i++) drawBack(svg, i);
  const lines = put(svg, "g", {});
  for (const lane of visible) {
    let from = ROW;
    for (let i = 1; i <= count; i++)
      if (i === count || actorOf(i) === lane) { put(lines, "line", { class: "lane-line", x1: xOf(lane), x2: xOf(lane), y1: from, y2: i === count ? height - 8 : i * ROW + 16 }); from = i * ROW + ROW - 4; }
  }
  const sent = {};
  const labels = document.createElementNS("http://www.w3.org/2000/svg", "g"), taken = steps.map((_, i) => boxOf(i)).filter(Boolean);
  for (const message of messages) drawMessage(svg, labels, taken, message, sent[message.sent] = (sent[message.sent] ?? -1) + 1);
  drawReads(svg, labels, taken);
  for (let i = 0; i < count; i++) drawBox(svg, i);
  svg.append(labels);
  root.scrollTo({ top, left, behavior: "instant" });
  mark();
}

function mark() {
  for (const row of document.querySelectorAll(".row")) {
    const i = Number(row.dataset.step);
    row.classList.toggle("here", i === here);
    row.classList.toggle("found", matches.includes(i));
  }
  for (const group of document.querySelectorAll(".message"))
    group.classList.toggle("here", group.dataset.sent === String(here) || group.dataset.received === String(here));
}

/* ---- beside the chart ---- */

function stepLink(i, text) { const link = document.createElement("button"); link.className = "link"; link.textContent = text; link.addEventListener("click", () => go(i)); return link; }

/* A path breaks before its fields and indices rather than within a word. */
function putPath(parent, path) {
  const cell = put(parent, "td");
  path.split(/(?=[.[{])/).forEach((part, n) => { if (n) put(cell, "wbr"); cell.append(part); });
}

/* Of a slice: what the violation needs comes first. */
function isNeeded(i, path) { return !(steps[i].unneeded || []).includes(path); }

function changeTable(parent, i) {
  const changes = Object.keys(steps[i].changes || {}).filter(isShown).sort((a, b) => isNeeded(i, b) - isNeeded(i, a)), concealed = Object.keys(steps[i].changes || {}).length - changes.length;
  const table = put(put(parent, "table", { class: "changes" }), "tbody");
  for (const path of i ? changes : []) {
    const row = put(table, "tr", isNeeded(i, path) ? {} : { class: "unneeded", title: "the violation does not need this change" }), was = wasOf(i, path);
    put(row, "td", { class: "mark" }, isNeeded(i, path) ? "●" : "○");
    putPath(row, path);
    const value = put(row, "td", { class: "value" });
    if (was !== undefined) put(value, "span", { class: "was" }, shown(was) + " → ");
    put(value, "span", {}, shown(steps[i].changes[path]));
  }
  if (steps[i].fails) return;
  if (!i) put(parent, "p", { class: "soft" }, "The start state; all of it is below.");
  else if (!changes.length) put(parent, "p", { class: "soft" }, "Nothing changes" + (concealed ? " but what is hidden." : "."));
  else if (concealed) put(parent, "p", { class: "soft" }, "and " + concealed + " hidden");
}

function showStep() {
  const step = steps[here], root = clear($("step"));
  put(root, "h2", {}, (here ? here + ". " : "Start: ") + step.rule);
  if (parametersOf(step)) put(root, "div", { class: "mono" }, parametersOf(step));
  put(root, "div", { class: "place" }, placeOf(step.place));
  if (step.cycle) put(root, "p", { class: "soft" }, "↻ in the cycle: after the last step the run goes on as it did after step ", stepLink(target.loop, String(target.loop)), ", for ever");
  else if (loops && here === target.loop && here < count - 1) put(root, "p", { class: "soft" }, "↻ What follows goes round, for ever.");
  if (loops && target.loop === count - 1 && here === count - 1) put(root, "p", { class: "soft" }, "↻ Nothing leads on: the run stays here for ever.");
  if (step.fails) put(root, "p", { class: "why" }, "✗ This firing fails" + (step.fault ? ": " + step.fault : "") + ".");
  changeTable(root, here);
  for (const message of messages.filter(m => m.sent === here))
    put(root, "div", {}, "⇢ sends " + message.text + " ", put(root, "span", { class: "soft" }, "(" + message.at + "), "), message.received !== undefined ? stepLink(message.received, "taken in step " + message.received) : "still on its way at the end");
  for (const message of messages.filter(m => m.received === here))
    put(root, "div", {}, "⇠ takes " + message.text + " ", put(root, "span", { class: "soft" }, "(" + message.at + "), "), stepLink(message.sent, "sent in step " + message.sent));
  for (const event of eventsAt(here)) showSource(put(root, "div", {}), event);
  if (step.output) put(put(root, "div", {}), "pre", {}, step.output);
  for (const [expression, value] of Object.entries(step.watches || {})) put(root, "div", { class: "mono" }, expression + " = " + value);
}

function showSource(parent, event) {
  parent.append(eventName(event));
  if (event.read === undefined) return;
  parent.append(" reads " + event.read + ", from ");
  const source = typeof event.reads_from === "number" ? events[event.reads_from] : null;
  if (!source) parent.append("the initial value");
  else if (source.step != null) parent.append(stepLink(source.step, eventName(source) + " (step " + source.step + ")"));
  else parent.append(eventName(source));
}

/* What the fair rules do in the cycle, a line each. */
function treatment() {
  return (target.fairness || []).map(f => (f.strength === "strong" ? "strongly " : "") + "fair rule \u201c" + f.rule + "\u201d" + (parametersOf(f) && " " + parametersOf(f)) +
    (f.fires ? " fires in step " + f.fires : f.never_enabled ? " is not enabled" : " is not enabled after step " + f.disabled));
}

function showWhy() {
  const root = clear($("why")), because = loops ? treatment() : trace.because || [];
  if ((here !== count - 1 && !(loops && here === failing)) || !because.length) return;
  const box = put(root, "div", { class: "why" + (isWitness ? " witness" : "") });
  put(box, "b", {}, isWitness ? "In this state:" : loops ? "✗ The cycle is fair:" : steps[here].fails ? "✗ This firing fails, since:" : "✗ In this state it fails, since:");
  const list = put(box, "ul");
  for (const line of because) put(list, "li", { class: "mono" }, line);
}

function showState() {
  $("when").textContent = !steps[here].fails ? "State after the step" : here ? "State before the firing that fails" : "State";
  const root = clear($("state")), words = $("filter").value.trim().toLowerCase().split(/\s+/).filter(Boolean), state = states[here], changed = steps[here].changes || {};
  const moves = path => here > 0 && Object.hasOwn(changed, path);
  const groups = new Map();
  for (const path of paths) {
    if (!state.has(path) || !isShown(path) || ($("moved").checked && !everMoved.has(path))) continue;
    if (!words.every(w => path.toLowerCase().includes(w))) continue;
    const at = laneAt(path), lane = laneOf(at), key = lane && at !== null ? lane.name : "shared";
    if (lane && !lane.visible && at !== null) continue;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(path);
  }
  for (const [name, members] of [...groups].sort((a, b) => lanes.findIndex(l => l.name === a[0]) - lanes.findIndex(l => l.name === b[0]))) {
    put(root, "h3", {}, name);
    const table = put(put(root, "table"), "tbody");
    for (const path of members) {
      const row = put(table, "tr", { class: moves(path) ? "changed" : "" }), was = moves(path) ? wasOf(here, path) : undefined;
      put(row, "td", { class: "mark" }, moves(path) ? "●" : "");
      putPath(row, path);
      const value = put(row, "td", { class: "value" }, shown(state.get(path)));
      if (was !== undefined) put(value, "span", { class: "was" }, " (was " + shown(was) + ")");
    }
  }
  if (!groups.size) put(root, "p", { class: "soft" }, steps[here].fails ? "A firing that fails has no state after it." : "No variable fits.");
}

/* ---- watched expressions ---- */

const watched = [];
function tokenise(text) {
  const found = text.match(/"[^"]*"|[A-Za-z_][A-Za-z_0-9]*(?:(?:\[[^\]]*\])|(?:\{[^}]*\})|(?:\.[A-Za-z_0-9]+))*|\d+|->|!=|<=|>=|[=<>+\-*&|!()]|\S/g) || [];
  return found;
}
/* parse(text) gives a function from a state to a value; it throws what is wrong. */
function parse(text) {
  const tokens = tokenise(text); let at = 0;
  const levels = [["->"], ["|"], ["&"], ["=", "!=", "<", "<=", ">", ">="], ["+", "-"], ["*"]];
  const act = { "->": (a, b) => !a() || !!b(), "|": (a, b) => !!a() || !!b(), "&": (a, b) => !!a() && !!b(), "=": (a, b) => same(a(), b()), "!=": (a, b) => !same(a(), b()),
    "<": (a, b) => a() < b(), "<=": (a, b) => a() <= b(), ">": (a, b) => a() > b(), ">=": (a, b) => a() >= b(), "+": (a, b) => a() + b(), "-": (a, b) => a() - b(), "*": (a, b) => a() * b() };
  const same = (a, b) => a === b || String(a) === String(b);
  function binary(level) {
    if (level === levels.length) return unary();
    let left = binary(level + 1);
    while (levels[level].includes(tokens[at])) {
      const op = act[tokens[at++]], a = left, b = binary(level + 1);
      left = s => op(() => a(s), () => b(s));
    }
    return left;
  }
  function unary() {
    const token = tokens[at++];
    if (token === undefined) throw "it ends too early";
    if (token === "!") { const of = unary(); return s => !of(s); }
    if (token === "-") { const of = unary(); return s => -of(s); }
    if (token === "(") { const inner = binary(0); if (tokens[at++] !== ")") throw "a ) is missing"; return inner; }
    if (/^\d/.test(token)) return () => Number(token);
    if (token[0] === '"') return () => token.slice(1, -1);
    if (!/^[A-Za-z_]/.test(token)) throw "'" + token + "' does not belong here";
    if (paths.includes(token)) return s => s.has(token) ? s.get(token) : null;
    if (token === "true" || token === "false") return () => token === "true";
    if (/[\[.{]/.test(token)) throw "no part of the state is called " + token;
    return () => token; /* the name of a value */
  }
  const whole = binary(0);
  if (at < tokens.length) throw "'" + tokens[at] + "' is too much";
  return whole;
}
function addWatch(text) {
  const message = $("watches");
  try { watched.push({ text, of: parse(text) }); showWatches(); }
  catch (why) { showWatches(); put(message, "p", { class: "why", role: "alert" }, text + ": " + why); }
}
function showWatches() {
  const root = clear($("watches"));
  watched.forEach((watch, n) => {
    const values = states.map((s, i) => steps[i].fails ? undefined : watch.of(s)), box = put(root, "div", { class: "watch" });
    put(box, "span", { class: "mono" }, watch.text + ": " + shown(values[here] === undefined ? null : values[here]));
    put(box, "button", { class: "link", "aria-label": "Watch no more: " + watch.text, onclick: () => { watched.splice(n, 1); showWatches(); $("expression").focus(); } }, "remove");
    const strip = put(box, "div", { class: "strip mono" });
    values.forEach((value, i) => { if (i === 0 || (value !== undefined && value !== values[i - 1])) strip.append(stepLink(i, i + ": " + shown(value))); });
  });
}

/* ---- accesses, and the cycle ---- */

function drawCycle() {
  if (!execution) return;
  const edges = execution.cycle || [], root = clear($("cycle"));
  if (!edges.length) { put(root, "p", {}, "The run is sequentially consistent: po, rf, co and fr have no cycle."); return; }
  put(root, "p", {}, "The run is not sequentially consistent: a cycle of po, rf, co and fr.");
  const labelOf = event => "P" + event.thread + " " + event.operation + (event.read !== undefined ? "=" + event.read : "");
  const n = edges.length, R = 92, H = 2 * R + 90, W = Math.max(280, Math.min(560, root.clientWidth || 560));
  /* As flat as leaves room for what is written on either side. */
  const A = Math.max(50, Math.min(1.45 * R, W / 2 - 24 - Math.max(...edges.map(e => widthOf(labelOf(events[e.from]), "12" + FACE)))));
  const svg = put(root, "svg", { viewBox: `0 0 ${W} ${H}`, width: W, role: "group", "aria-label": "The cycle: " + edges.map(e => (events[e.from].name || "") + " " + e.name).join(", ") });
  const point = k => [W / 2 + A * Math.sin(2 * Math.PI * k / n), H / 2 - R * Math.cos(2 * Math.PI * k / n)];
  edges.forEach((edge, k) => {
    const [x1, y1] = point(k), [x2, y2] = point((k + 1) % n), d = Math.hypot(x2 - x1, y2 - y1), ux = (x2 - x1) / d, uy = (y2 - y1) / d;
    const ax = x1 + ux * 20, ay = y1 + uy * 20, bx = x2 - ux * 20, by = y2 - uy * 20;
    put(svg, "path", { d: `M${ax},${ay} L${bx},${by}` });
    put(svg, "polygon", { points: `${bx},${by} ${bx - ux * 9 - uy * 5},${by - uy * 9 + ux * 5} ${bx - ux * 9 + uy * 5},${by - uy * 9 - ux * 5}` });
    put(svg, "text", { class: "edge", x: (x1 + x2) / 2, y: (y1 + y2) / 2 + 4 }, edge.name + ((edge.fences || []).length ? " +" + edge.fences.map(f => events[f].operation).join(" ") : ""));
  });
  edges.forEach((edge, k) => {
    const [x, y] = point(k), event = events[edge.from], leads = event.step != null, act = () => leads && go(event.step);
    const group = put(svg, "g", leads ? { class: "leads", tabindex: 0, role: "button", "aria-label": eventName(event) + ", step " + event.step, onclick: act,
      onkeydown: e => { if (e.key === "Enter" || e.key === " ") { e.preventDefault(); act(); } } } : {});
    put(group, "circle", { cx: x, cy: y, r: 15 });
    put(group, "text", { x, y: y + 4 }, event.name || "?");
    const side = Math.sin(2 * Math.PI * k / n), beside = Math.abs(side) > 0.3;
    /* Where it would leave the picture it stands below, from the edge. */
    const text = labelOf(event), sign = Math.sign(side), leaves = beside && widthOf(text, "12" + FACE) + 22 > (side > 0 ? W - x : x);
    if (leaves) put(group, "text", { x: side > 0 ? W - 2 : 2, y: y + 31, style: "text-anchor:" + (side > 0 ? "end" : "start") }, text);
    else put(group, "text", { x: beside ? x + sign * 21 : x, y: beside ? y + 4 : y + (y > H / 2 ? 31 : -21), style: "text-anchor:" + (!beside ? "middle" : side > 0 ? "start" : "end") }, text);
  });
}
function listEvents() {
  if (!execution) return;
  const root = clear($("accesses"));
  for (const event of events) {
    const row = put(root, "div", {});
    if (event.step != null) { row.append(stepLink(event.step, "step " + event.step)); row.append(" "); }
    showSource(row, event);
  }
}

/* ---- going about ---- */

function go(i, scroll = true) {
  const focused = document.activeElement;
  here = Math.max(0, Math.min(count - 1, i));
  $("at").textContent = here ? "step " + here + " of " + (count - 1) : "start of " + (count - 1);
  /* Not `disabled`: a button that goes so under the finger would lose the focus. */
  for (const [id, end] of [["first", 0], ["back", 0], ["last", count - 1], ["forth", count - 1]]) $(id).setAttribute("aria-disabled", String(here === end));
  if (location.protocol !== "about:" && location.hash !== "#" + here) history.replaceState(null, "", "#" + here);
  mark(); showStep(); showWhy(); showState(); showWatches();
  if (focused && !focused.isConnected) $("chart").focus({ preventScroll: true });
  if (!scroll) return;
  bringIntoView();
}

/* Both ways at once, since one scroll ends another that is on its way; what is farther than a screen is not run past. */
function bringIntoView() {
  const root = $("chart"), y = here * ROW, room = root.clientHeight - HEAD, lane = actorOf(here);
  let { scrollTop: top, scrollLeft: left } = root;
  if (y < top || y + ROW + 8 > top + room) top = Math.max(0, y - room / 3);
  if (lane && lane.visible) {
    const x = xOf(lane);
    if (x - laneWidth / 2 < left || x + laneWidth / 2 > left + root.clientWidth) left = Math.max(0, x - root.clientWidth / 2);
  }
  if (top !== root.scrollTop || left !== root.scrollLeft)
    root.scrollTo({ top, left, behavior: Math.abs(top - root.scrollTop) > room ? "instant" : "auto" });
}

let matches = [];
function textOf(i) {
  const changes = Object.entries(steps[i].changes || {}).filter(([p]) => isShown(p)).map(([p, v]) => p + " := " + shown(v)).join("\n");
  const sent = messages.filter(m => m.sent === i || m.received === i).map(m => m.text).join("\n");
  return (steps[i].rule + "\n" + parametersOf(steps[i]) + "\n" + placeOf(steps[i].place) + "\n" + (i ? changes : "") + "\n" + sent).toLowerCase();
}
function search() {
  const words = $("search").value.trim().toLowerCase();
  matches = words ? steps.map((_, i) => i).filter(i => textOf(i).includes(words)) : [];
  $("found").textContent = words ? matches.length + (matches.length === 1 ? " step" : " steps") : "";
  mark();
}
function nextMatch(back) {
  if (!matches.length) return;
  const list = back ? [...matches].reverse() : matches, found = list.find(i => back ? i < here : i > here);
  go(found === undefined ? list[0] : found);
}

const keys = [["↓ j, ↑ k", "a step forth, back"], ["Home, End", "the first step, the last"], ["f", "where it fails"], ["/", "search steps (Enter: next, Shift+Enter: previous)"], ["n, N", "the next, the previous match"],
  ["w", "watch an expression"], ["v", "filter variables"], ["h", "show what is hidden"], ["l", "choose lanes"], ["t", "light or dark"], ["Escape", "back to the chart"], ["?", "this"]];
function help() {
  const box = $("keys");
  if (box.open) { box.close(); return; }
  clear(box);
  put(box, "h2", {}, "Keys");
  const table = put(put(box, "table"), "tbody");
  for (const [key, what] of keys.filter(k => k[0] !== "f" || breaks)) { const row = put(table, "tr"); put(row, "td", {}, key); put(row, "td", {}, what); }
  put(box, "button", { onclick: () => box.close() }, "Close");
  box.showModal();
}
function turn() {
  const root = document.documentElement, dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
}
const commands = { ArrowDown: () => go(here + 1), j: () => go(here + 1), ArrowUp: () => go(here - 1), k: () => go(here - 1), Home: () => go(0), End: () => go(count - 1), f: () => go(failing), n: () => nextMatch(false), N: () => nextMatch(true),
  "/": () => $("search").focus(), w: () => { $("watching").open = true; $("expression").focus(); }, v: () => { $("whole").open = true; $("filter").focus(); }, h: () => $("hidden").click(),
  l: () => { $("filters").open = true; const box = $("lanes").querySelector("input"); if (box) box.focus(); }, t: turn, "?": help };
document.addEventListener("keydown", event => {
  const typing = /^(INPUT|TEXTAREA)$/.test(event.target.tagName) && event.target.type !== "checkbox";
  if (event.key === "Escape") { $("filters").open = false; if (typing || event.target.type === "checkbox") $("chart").focus(); return; }
  if (typing || event.ctrlKey || event.metaKey || event.altKey || $("keys").open) return;
  if (!Object.hasOwn(commands, event.key)) return;
  if (/^Arrow|Home|End/.test(event.key) && event.target.closest("#side")) return; /* there they scroll */
  event.preventDefault();
  commands[event.key]();
});

/* What somebody wrote has a kind and a name; what the language asks says itself what it is. */
const written = ["invariant", "assert", "error", "cover", "liveness", "ltl"].includes(target.kind);
const meaning = { deadlock: "no rule leads from the last state to another ", liveness: ", which no state reachable from the last one satisfies ", ltl: ", which a run breaks that goes on for ever " };
function targetText() {
  if (target.kind === "deadlock") return "deadlock: " + meaning.deadlock;
  if (!written) return (target.message || target.name || target.kind || "") + " ";
  const parameters = parametersOf(target), told = target.message && target.message !== target.name ? " (" + target.message + ")" : "";
  return target.kind + " \u201c" + target.name + "\u201d" + (parameters && " " + parameters) + told + (isWitness ? " " : meaning[target.kind] || " ");
}

/* What the run is, before what it is of.  A run to the condition of `forall` is one against it. */
function verdictText() {
  const condition = trace.test && isWitness && (trace.test.outcome || trace.test.condition || "the condition");
  if (condition) return "Run " + (condition.startsWith("forall ") ? "against " : "to ") + condition.replace(/^~exists /, "exists ");
  return byHand ? "Steps by hand" : isWitness ? "✓ Witness: " : "✗ Violated: ";
}

function begin() {
  const title = trace.test ? trace.test.machine + " on " + trace.test.name : trace.model || "A run";
  document.title = title + (target.name ? ": " + target.name : "");
  $("title").textContent = title;
  const verdict = $("verdict"), litmus = !!trace.test && isWitness;
  put(verdict, "b", { class: byHand ? "hand" : breaks ? "" : "witness" }, verdictText());
  if (!litmus) verdict.append(targetText());
  if (target.place && !litmus) put(verdict, "span", { class: "place" }, placeOf(target.place));
  if (trace.test) put(verdict, "span", { class: "soft" }, " placement " + trace.test.placement + ", layout " + trace.test.layout + (trace.test.warm ? ", warm" : ", cold"));
  for (const lane of lanes) {
    const label = put($("lanes"), "label"), box = put(label, "input", { type: "checkbox", checked: true, onchange: () => { lane.visible = box.checked; draw(); go(here, false); } });
    label.append(lane.name);
  }
  $("hidden").addEventListener("change", () => { showsHidden = $("hidden").checked; draw(); search(); go(here, false); });
  if (!hiddenNames.size) $("hidden").parentElement.hidden = true;
  if (!breaks) $("fail").hidden = true;
  for (const [id, act] of [["first", () => go(0)], ["back", () => go(here - 1)], ["forth", () => go(here + 1)], ["last", () => go(count - 1)], ["fail", () => go(failing)], ["theme", turn], ["help", help]]) $(id).addEventListener("click", act);
  $("search").addEventListener("input", search);
  $("search").addEventListener("keydown", event => { if (event.key === "Enter") { event.preventDefault(); nextMatch(event.shiftKey); } });
  $("filter").addEventListener("input", showState);
  $("moved").addEventListener("change", showState);
  $("watch").addEventListener("submit", event => { event.preventDefault(); const text = $("expression").value.trim(); if (text) { $("expression").value = ""; addWatch(text); } });
  addEventListener("resize", () => { draw(); drawCycle(); });
  addEventListener("hashchange", () => { const i = Number(location.hash.slice(1)); if (Number.isInteger(i) && i !== here) go(i); });
  if (!execution) $("events").remove();
  drawCycle(); listEvents(); draw();
  const asked = Number(location.hash.slice(1));
  go(location.hash && Number.isInteger(asked) ? asked : 0);
  $("chart").focus({ preventScroll: true });
}
begin();
})();
