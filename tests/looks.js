// SPDX-License-Identifier: BSD-2-Clause
// looks.js - what a browser can say of any page of ours: is all of it readable and reachable.
// Run in the page by `browser.py`; gives an object whose lists are empty when all is well.
(() => {
  /* Of a phone that shows a page too wide for it `innerWidth` is that of the page. */
  const width = document.documentElement.clientWidth;
  const shown = e => e.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) && e.getBoundingClientRect().width > 1;
  const name = e => e.tagName.toLowerCase() + (e.id ? "#" + e.id : "") + " " + (e.textContent || "").trim().slice(0, 30);
  const numbers = colour => (colour.match(/[\d.]+/g) || [0, 0, 0, 0]).map(Number);
  const light = colour => {
    const [r, g, b] = numbers(colour).map(v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  /* What is behind a text: of a picture, the shape before it in its own group. */
  const paint = e => {
    const style = getComputedStyle(e), rect = e.namespaceURI.endsWith("svg") && e.parentElement.querySelector(":scope > rect, :scope > circle");
    if (rect && e !== rect && !["none", "transparent"].includes(getComputedStyle(rect).fill) && (numbers(getComputedStyle(rect).fill)[3] ?? 1) > 0.5) return getComputedStyle(rect).fill;
    return (numbers(style.backgroundColor)[3] ?? 1) > 0.5 ? style.backgroundColor : null;
  };
  const papers = new Map(); // many texts stand on one paper
  const behind = e => {
    if (!e) return "rgb(255, 255, 255)";
    if (!papers.has(e)) papers.set(e, paint(e) ?? behind(e.parentElement));
    return papers.get(e);
  };
  const faint = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const e = node.parentElement;
    if (!node.data.trim() || !shown(e) || ["SCRIPT", "STYLE", "NOSCRIPT", "TITLE", "title"].includes(e.tagName)) continue;
    const ink = e.namespaceURI.endsWith("svg") ? getComputedStyle(e).fill : getComputedStyle(e).color, paper = behind(e);
    const [a, b] = [light(ink), light(paper)].sort((x, y) => y - x), contrast = (a + 0.05) / (b + 0.05);
    if (contrast < 4.5) faint.push(name(e) + ": " + ink + " on " + paper);
  }
  /* A text that leaves the box that it is written in. */
  const spilt = [];
  for (const group of document.querySelectorAll("g.row, g.head")) {
    const box = group.querySelector("rect.box, .head > rect");
    if (!box || !shown(box)) continue;
    const b = box.getBBox();
    for (const text of group.querySelectorAll("text")) {
      const t = text.getBBox();
      if (t.x < b.x - 0.5 || t.x + t.width > b.x + b.width + 0.5) spilt.push(text.textContent);
    }
  }
  for (const picture of document.querySelectorAll("#cycle svg, .scrolls > svg")) {
    const [x, , wide] = picture.getAttribute("viewBox").split(" ").map(Number);
    for (const text of picture.querySelectorAll("text")) if (text.getBBox().x < x - 1 || text.getBBox().x + text.getBBox().width > x + wide + 1) spilt.push(text.textContent);
  }
  const boxes = [...document.querySelectorAll("rect.box")].map(e => e.getBBox()), labels = [...document.querySelectorAll(".message text, .reads text")].map(e => [e.textContent, e.getBBox()]);
  const meets = (a, b) => Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) > 2 && Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > 3;
  const covered = labels.filter(([, l], i) => boxes.some(b => meets(l, b)) || labels.some(([, m], j) => j < i && meets(l, m))).map(([text]) => text);
  const outside = [...document.querySelectorAll("body *")].filter(e => e.getBoundingClientRect().right > width + 1 && shown(e) && !e.closest("#chart, #matrix, dialog, .scrolls, svg")).map(name);
  /* Where Tab should come to. */
  const stops = [...document.querySelectorAll("button, input, select, summary, a[href], [tabindex]")].filter(e => shown(e) && !e.disabled && e.tabIndex >= 0);
  stops.forEach((e, i) => e.dataset.stop = i);
  return { faint, spilt, covered, outside, stops: stops.map(name), scrolls: document.documentElement.scrollWidth > width,
    sinks: innerWidth > 800 && document.querySelector("main #chart, main #matrix") !== null && document.documentElement.scrollHeight > innerHeight };
})()
