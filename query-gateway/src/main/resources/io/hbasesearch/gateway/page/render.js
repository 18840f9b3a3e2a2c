/* SPDX-License-Identifier: Apache-2.0 */
// Converts answers to elements. Everything becomes a text node: row content is never parsed as HTML.

import { language, texts } from "./texts.js";
import { ending, passages, plain } from "./values.js";

const HAN = /\p{Script=Han}/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const NUMBERS = ["int", "long", "float", "double"];
const COPIED_MS = 1500;
const GUIDE = "https://github.com/hbasesearch/hbase-search/blob/main/docs/";

export const number = (value) => value.toLocaleString(language);

/** el("p", {class: "quiet"}, "text", otherElement, null) */
export function el(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Keeps, for each element of a value, the short text of a closed row and the whole text of an open one. */
const contents = new WeakMap();

const nodes = (list) => list.map(([text, match]) => (match ? el("mark", null, text) : text));

/** Returns the language of a text, so that a browser picks Chinese glyphs for Chinese text whatever the page's language is. */
export const languageOf = (text) => (HAN.test(text) && !KANA.test(text) ? "zh" : null);

export function dates(value, clock) {
  const instants = Array.isArray(value) ? value : [value];
  return instants.flatMap((each, i) => [i ? ", " : null, el("time", { datetime: each, title: each }, clock.show(each))]);
}

function field(name, value, found, dated, clock) {
  if (dated && value !== null) return [el("dt", null, name), el("dd", null, ...dates(value, clock))];
  const text = plain(value);
  const content = passages(text, found);
  const dd = el("dd", { lang: languageOf(text) }, ...nodes(content.brief));
  contents.set(dd, content);
  return [el("dt", null, name), dd];
}

export function time(timestamp, clock) {
  // Clients may set any number as a cell's timestamp.
  const plausible = timestamp > 0 && new Date(timestamp).getUTCFullYear() < 2200;
  return plausible ? clock.show(timestamp) : String(timestamp);
}

export const scroll = (label, table) => el("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": label }, table);

export const head = (...names) => el("thead", null, el("tr", null, ...names.map((name) => el("th", { scope: "col" }, name))));

/** Returns a button that copies a text. */
export function copy(label, text) {
  const button = el("button", { type: "button" }, label);
  button.addEventListener("click", async () => {
    await write(text(), button);
    button.textContent = texts.copied;
    setTimeout(() => { button.textContent = label; }, COPIED_MS);
  });
  return button;
}

/** Writes to the clipboard. Browsers offer it without this detour to pages of this machine and of HTTPS only. */
async function write(text, beside) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = el("textarea", { "aria-hidden": "true", class: "visually-hidden" });
  area.value = text;
  beside.after(area);
  area.select();
  document.execCommand("copy");
  area.remove();
  beside.focus();
}

/** Returns how far an index was behind its table when that was last determined. */
export function lag({ time, looked_at: lookedAt, basis }) {
  if (basis === "table") return texts.ofTable;
  return time ? texts.behind(number(Math.max(0, Math.round((Date.parse(lookedAt) - Date.parse(time)) / 1000)))) : texts.unknownLag;
}

/**
 * @param types name of each field to its type
 * @param link returns a link to the row
 */
export function hit(row, types, clock, link) {
  // The key is the title already.
  const values = Object.entries(row.fields ?? {})
    .filter(([name, value]) => value !== row.key_text || row.highlights?.[name])
    .flatMap(([name, value]) => field(name, value, row.highlights?.[name], types[name] === "date", clock));
  return el("li", { class: "hit", tabindex: "-1", "data-key": row.key },
    el("h2", null, el("a", { class: "key", title: texts.openRow, href: link(row.key) }, row.key_text ?? row.key),
      row.score === undefined ? null : el("span", { class: "quiet", title: texts.relevance }, row.score.toFixed(2))),
    row.unmappable ? el("p", { class: "quiet" }, texts.unmappable + row.unmappable) : null,
    el("dl", null, ...values));
}

/** Shows all of a row's texts, or what is around their matches. */
export function open(row, whole) {
  row.toggleAttribute("data-open", whole);
  for (const dd of row.querySelectorAll("dd")) {
    const content = contents.get(dd);
    if (content) dd.replaceChildren(...nodes(whole ? content.all : content.brief));
  }
  fit(row);
}

/** Shortens the text before the first match of each value where the match would be below the lines that a closed row shows. */
export function fit(row) {
  if (row.hasAttribute("data-open")) return;
  for (const dd of row.querySelectorAll("dd")) {
    const brief = contents.get(dd)?.brief;
    const first = brief?.findIndex(([, match]) => match) ?? -1;
    if (first < 0) continue;
    if (dd.hasAttribute("data-short")) dd.replaceChildren(...nodes(brief));
    dd.removeAttribute("data-short");
    const before = brief.slice(0, first).map(([text]) => text).join("").replace(/\s+/g, " ");
    for (const length of [120, 60, 30, 0]) {
      if (shows(dd)) break;
      dd.setAttribute("data-short", "");
      dd.replaceChildren(ending(before, length), ...nodes(brief.slice(first)));
    }
  }
}

function shows(dd) {
  const match = dd.querySelector("mark").getClientRects()[0];
  return !match || match.bottom <= dd.getBoundingClientRect().bottom + 1;
}

export function problem(document) {
  const where = document.parameter ?? document.pointer;
  return [
    el("h2", null, document.title ?? texts.failed),
    el("p", null, document.detail ?? ""),
    document.hint ? el("p", { class: "quiet" }, document.hint) : null,
    el("code", null, [document.code, document.status, where].filter(Boolean).join(" · ")),
  ].filter(Boolean);
}

/** @param links the indexes that the gateway has */
export function unknownIndex(name, detail, links) {
  return [
    el("h2", null, texts.noIndex(name)),
    el("p", null, detail),
    links.length ? el("p", null, texts.known, ...links.flatMap((link) => [" ", link]))
      : el("p", null, `${texts.noneYet}. ${texts.create} `, el("code", null, "hbase-search index create NAME")),
  ];
}

/** @param all parameters of a search for every row */
export function about(index, zone, all) {
  const kind = (each) => [each.type, each.analyzer, each.analyzer_note, each.searched_by_default ? null : texts.onlyAs(each.name)];
  const fields = index.fields.map((each) => el("tr", null, el("td", null, each.name),
    el("td", null, each.column ?? texts.theKey), el("td", null, kind(each).filter(Boolean).join(", "))));
  const of = (...types) => index.fields.find((each) => types.includes(each.type))?.name;
  const examples = texts.examples(of(...NUMBERS) ?? "size", of("date") ?? "date")
    .map(([query, meaning]) => el("tr", null, el("td", null, query), el("td", null, meaning)));
  return [
    el("h2", null, texts.fieldsOf(index.name)),
    el("p", null, texts.table(index.table), index.documents === undefined ? "" : texts.tableRows(number(index.documents)),
      index.note ? ` — ${index.note}` : ""),
    el("p", null, el("a", { id: "all", href: `?${all}` }, texts.allRows)),
    scroll(texts.fieldsOf(index.name), el("table", null, head(texts.field, texts.column, texts.kind), el("tbody", null, ...fields))),
    el("h2", null, texts.syntax),
    el("p", null, texts.zone(zone)),
    scroll(texts.syntax, el("table", null, head(texts.query, texts.meaning), el("tbody", null, ...examples))),
    el("p", null, el("a", { href: GUIDE + texts.guidePage, rel: "noreferrer" }, texts.guide), " · ", el("a", { href: "page/api.html" }, "API")),
  ];
}
