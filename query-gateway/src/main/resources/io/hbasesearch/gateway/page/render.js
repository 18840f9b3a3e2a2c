/* SPDX-License-Identifier: Apache-2.0 */
// Converts answers to elements. Everything becomes a text node: row content is never parsed as HTML.

const HAN = /\p{Script=Han}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const ENTITIES = { lt: "<", gt: ">", amp: "&", quot: '"', "#39": "'", "#x27": "'", "#x2F": "/", "#47": "/" };

export const number = (value) => value.toLocaleString("en");

/** el("p", {class: "quiet"}, "text", otherElement, null) */
export function el(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

const unescape = (html) =>
  html.replace(/&(#?\w+);/g, (whole, name) => ENTITIES[name] ?? whole);

/** Converts highlighter fragments: escaped text with <em> around matches. */
function fragments(list) {
  const nodes = [];
  list.forEach((fragment, i) => {
    if (i > 0) nodes.push(" … ");
    fragment.split(/<em>(.*?)<\/em>/s).forEach((part, j) => {
      if (part) nodes.push(j % 2 ? el("mark", null, unescape(part)) : unescape(part));
    });
  });
  return nodes;
}

function fieldValue(value) {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}

/** Returns the language of a text, so that a browser picks Chinese glyphs for Chinese text whatever the page's language is. */
const language = (text) => (HAN.test(text) && !KANA.test(text) ? "zh" : null);

function field(name, value, found) {
  const text = fieldValue(value);
  return [el("dt", null, name), el("dd", { lang: language(text) }, ...(found ? fragments(found) : [text]))];
}

function time(timestamp) {
  const date = new Date(timestamp);
  // Clients may set any number as a cell's timestamp.
  const plausible = timestamp > 0 && date.getUTCFullYear() < 2200;
  return plausible ? date.toISOString().replace("T", " ").replace("Z", "") : String(timestamp);
}

function cells(columns) {
  const rows = Object.entries(columns).map(([name, cell]) =>
    el("tr", null, el("td", null, name), el("td", null, cell.value ?? "base64 " + cell.base64),
      el("td", null, time(cell.timestamp))));
  return el("div", { class: "scroll" }, el("table", null,
    head("column", "value", "written (UTC)"),
    el("tbody", null, ...rows)));
}

export function hit(row) {
  // The key is the title already.
  const values = Object.entries(row.fields ?? {})
    .filter(([name, value]) => value !== row.key_text || row.highlights?.[name])
    .flatMap(([name, value]) => field(name, value, row.highlights?.[name]));
  return el("li", { class: "hit", tabindex: "-1" },
    el("h2", null, el("span", { title: "row key" }, row.key_text ?? row.key),
      row.score === undefined ? null : el("span", { class: "quiet", title: "relevance" }, row.score.toFixed(2))),
    row.unmappable ? el("p", { class: "quiet" }, "This row no longer fits the index: " + row.unmappable) : null,
    el("dl", null, ...values),
    row.columns === undefined ? null : el("details", null, el("summary", null, "cells in HBase"), cells(row.columns),
      el("p", { class: "quiet" }, "key in URLs ", el("code", null, row.key))));
}

export function problem(document) {
  const where = document.parameter ?? document.pointer;
  return [
    el("h2", null, document.title ?? "The request failed"),
    el("p", null, document.detail ?? ""),
    document.hint ? el("p", { class: "quiet" }, document.hint) : null,
    el("code", null, [document.code, document.status, where].filter(Boolean).join(" · ")),
  ].filter(Boolean);
}

const EXAMPLES = [
  ["two words", "rows with both"],
  ['"a phrase"', "words next to each other"],
  ["begin*", "words that start with begin"],
  ["roam~1", "words that differ in one letter"],
  ["field:word", "word in this field only"],
  ["field:[low TO high]", "values in this range"],
  ["this -that", "rows with this but without that"],
  ["(this OR that) AND more", "both groups"],
];

const head = (...names) => el("thead", null, el("tr", null, ...names.map((name) => el("th", null, name))));

export function about(index) {
  const kind = (each) => [each.type, each.analyzer, each.analyzer_note, each.searched_by_default ? null : `found only as ${each.name}:…`];
  const fields = index.fields.map((each) => el("tr", null, el("td", null, each.name),
    el("td", null, each.column ?? "the row key"), el("td", null, kind(each).filter(Boolean).join(", "))));
  const examples = EXAMPLES.map(([query, meaning]) => el("tr", null, el("td", null, query), el("td", null, meaning)));
  return [
    el("h2", null, `Fields of ${index.name}`),
    el("p", null, `The table ${index.table}`, index.documents === undefined ? "" : `, ${number(index.documents)} rows`,
      index.note ? ` — ${index.note}` : ""),
    el("table", null, head("field", "column", "kind"), el("tbody", null, ...fields)),
    el("h2", null, "Query syntax"),
    el("table", null, el("tbody", null, ...examples)),
  ];
}
