/* SPDX-License-Identifier: Apache-2.0 */
// Why a search found a row: the clauses of its query, and the fields in which the row has them.

import { call } from "./gateway.js";
import { el, head, scroll } from "./render.js";
import { texts } from "./texts.js";

/**
 * Asks the gateway, and returns what it says as elements.
 *
 * @param paths of the request: with the words as they are written, and with similar ones
 * @param score of the row, if there is one
 */
export async function why(paths, score, signal) {
  try {
    const exact = await call(paths[0], { signal });
    const found = exact.matches === false ? await call(paths[1], { signal }) : exact;
    return elements(found.matches ? found : exact, score);
  } catch (failure) {
    if (failure.name === "AbortError") throw failure;
    return [el("h3", null, texts.why), el("p", { class: "quiet" }, failure.document?.detail ?? String(failure))];
  }
}

function elements({ matches, clauses, notes, unmappable }, score) {
  const rows = clauses.map((each) => el("tr", null, el("th", { scope: "row" }, each.clause), el("td", null, texts.occurs[each.occurs]), el("td", null, verdict(each))));
  return [
    el("h3", null, texts.why),
    el("p", { class: "verdict" }, matches === undefined ? texts.mayMatch : matches ? texts.matches : texts.noMatch,
      score === undefined ? "" : ` ${texts.scored(score.toFixed(2))}`),
    ...[unmappable, ...notes].filter(Boolean).map((each) => el("p", { class: "quiet" }, each)),
    rows.length ? scroll(texts.why, el("table", { id: "why" }, head(texts.clause, texts.kind, texts.found), el("tbody", null, ...rows))) : null,
  ].filter(Boolean);
}

function verdict({ matches, fields }) {
  if (matches === undefined) return texts.onlyIndex;
  return matches ? texts.foundIn(fields.join(", ")) : texts.notFound;
}
