/* SPDX-License-Identifier: Apache-2.0 */
// Saves all rows that match: the gateway's stream as it is, or as CSV.

import { Problem, read, request } from "./gateway.js";
import { texts } from "./texts.js";
import { plain } from "./values.js";

/** A spreadsheet would take such a text for a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;
const BATCH = 500;

function cell(value) {
  const text = value === null || value === undefined ? "" : plain(value);
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

async function* lines(response) {
  let rest = "";
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    const all = (rest + part).split("\n");
    rest = all.pop();
    yield* all;
  }
  if (rest) yield rest;
}

/**
 * Reads a stream to its end and saves it as a file.
 *
 * @param fields columns of the CSV; null for NDJSON
 * @param progress is told the number of rows, sometimes
 * @returns the number of rows, and whether these are all rows of one state of the index
 */
export async function save(path, name, fields, progress, signal) {
  const response = await request(path, { signal });
  if (!response.ok) throw new Problem(read(await response.text()));
  // The mark tells a spreadsheet that the text is UTF-8.
  let parts = fields ? ["\uFEFF", ["key", ...fields].map(cell).join(",") + "\r\n"] : [];
  let [rows, last] = [0, null];
  for await (const text of lines(response)) {
    if (!text) continue;
    const { hit, end, problem } = read(text);
    if (problem) throw new Problem(problem);
    last ??= end;
    if (!fields) parts.push(text + "\n");
    else if (hit) parts.push([hit.key_text ?? hit.key, ...fields.map((each) => hit.fields?.[each])].map(cell).join(",") + "\r\n");
    if (hit && ++rows % BATCH === 0) {
      // The browser can keep a blob outside of the page's memory.
      parts = [new Blob(parts)];
      progress(rows);
    }
  }
  if (!last) throw new Problem({ title: texts.failed, detail: texts.cutOff });
  const url = URL.createObjectURL(new Blob(parts, { type: fields ? "text/csv" : "application/x-ndjson" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return { rows, isWhole: !last.degraded?.length && !last.view_lost };
}
