/* SPDX-License-Identifier: Apache-2.0 */
// One row: its key and parts, all columns with their decoded values and versions, and why a search found it.

import { binary, bytes, quote, shellGet } from "./bytes.js";
import { call, hasKey } from "./gateway.js";
import { copy, dates, el, head, languageOf, problem, scroll, time } from "./render.js";
import { texts } from "./texts.js";
import { plain } from "./values.js";

const VERSIONS = 10;

/** Returns the path of a row: all columns of the families that the index maps, and several versions of each. */
export function path(index, key) {
  const families = [...new Set(index.fields.map((each) => each.column?.split(":")[0]).filter(Boolean))];
  const parameters = new URLSearchParams([["versions", VERSIONS], ...families.map((each) => ["columns", each])]);
  return `v1/indexes/${encodeURIComponent(index.name)}/rows/${encodeURIComponent(key)}?${parameters}`;
}

/** Returns a key in the notation of HBase; a key that cannot be read, as it is. */
export function binaryKey(key) {
  try {
    return binary(bytes(key));
  } catch {
    return key;
  }
}

/**
 * Reads a row and returns the elements that show it.
 *
 * @param reason returns the elements that tell why a search found it; null if nothing was searched
 */
export async function read(index, key, clock, reason, signal) {
  const from = path(index, key);
  const [row, why] = await Promise.all([call(from, { signal }), reason?.(signal) ?? []]);
  return content(index, row, new URL(from, location.href), clock, why);
}

function content(index, row, url, clock, why) {
  const parts = index.fields.filter((each) => !each.column && row.fields?.[each.name] !== undefined);
  return [
    el("h3", null, texts.rowKeyTitle),
    keys(index, row, parts, clock),
    el("p", { class: "copies" }, copy(texts.copyKey, () => binary(bytes(row.key))), copy(texts.copyShell, () => shellGet(row.table, row.key)),
      copy(texts.copyCurl, () => curl(url))),
    row.unmappable ? el("p", { class: "quiet" }, texts.unmappable + row.unmappable) : null,
    ...(row.cut ?? []).map((each) => el("p", { class: "quiet" }, texts.cut + each.detail)),
    ...why,
    el("h3", null, texts.columns),
    scroll(texts.columns, el("table", { class: "cells" }, head(texts.column, texts.field, texts.value, texts.stored, texts.written(clock.zone)),
      el("tbody", null, ...Object.entries(row.columns).flatMap(([name, cell]) => column(index, row, name, cell, clock))))),
  ].filter(Boolean);
}

const curl = (url) => `curl ${hasKey() ? '-H "X-API-Key: $API_KEY" ' : ""}${quote(String(url))}`;

const line = (name, ...value) => el("tr", null, el("th", { scope: "row" }, name), el("td", null, ...value));

function keys(index, row, parts, clock) {
  return scroll(texts.rowKeyTitle, el("table", { class: "facts" }, el("tbody", null,
    line(texts.keyInHBase, el("code", { id: "row-key" }, binary(bytes(row.key)))),
    ...parts.map((each) => line(`${each.name} (${each.type})`, ...decoded(row.fields[each.name], each.type, clock))),
    line(texts.keyInUrls, el("code", null, row.key)),
    line(texts.tableName, row.table))));
}

function decoded(value, type, clock) {
  if (type === "date" && value !== null) return dates(value, clock);
  const text = plain(value);
  return [el("span", { lang: languageOf(text) }, text)];
}

/** Returns the newest cell of a column with its decoded value, and below it the older ones as they are stored. */
function column(index, row, name, cell, clock) {
  const fields = index.fields.filter((each) => each.column === name);
  const shown = fields.filter((each) => row.fields?.[each.name] !== undefined);
  const values = shown.flatMap((each, i) => [i ? el("br") : null, ...decoded(row.fields[each.name], each.type, clock)]);
  const older = (row.versions?.[name] ?? []).slice(1);
  return [
    el("tr", null, el("th", { scope: "row" }, name), el("td", null, fields.map((each) => `${each.name} (${each.type})`).join(", ") || texts.notMapped),
      el("td", null, ...values), stored(cell, shown.length > 0), el("td", null, time(cell.timestamp, clock))),
    ...older.map((each) => el("tr", { class: "older" }, el("td", null, texts.older), el("td"), el("td"), stored(each, false), el("td", null, time(each.timestamp, clock)))),
  ];
}

/** Shows a cell's bytes: text as it is, unless the decoded value beside it is the same text. */
function stored(cell, isDecoded) {
  const text = cell.value ?? binary(bytes(cell.base64));
  return el("td", { class: isDecoded && cell.value !== undefined ? "quiet raw" : "raw", lang: languageOf(text) }, text);
}

/** Shows a row in a dialog, which Escape closes, and then gives the focus back. */
export function dialog(box, { title, body, load, closed }) {
  let running = null;
  let opener = null;
  box.addEventListener("close", () => {
    running?.abort();
    body.replaceChildren();
    opener?.isConnected ? opener.focus() : null;
    closed();
  });
  box.querySelector(".close").addEventListener("click", () => box.close());
  // A click beside the dialog.
  box.addEventListener("click", (event) => { if (event.target === box) box.close(); });
  return async (name, from) => {
    running?.abort();
    const own = (running = new AbortController());
    opener = from;
    title.textContent = name;
    body.replaceChildren(el("p", { class: "quiet" }, texts.loading));
    if (!box.open) box.showModal();
    try {
      body.replaceChildren(...await load(own.signal));
    } catch (failure) {
      if (failure.name !== "AbortError") body.replaceChildren(el("div", { class: "problem", role: "alert" }, ...problem(failure.document ?? { title: texts.pageFailed, detail: String(failure) })));
    }
  };
}
