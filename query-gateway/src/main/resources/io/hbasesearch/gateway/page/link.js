/* SPDX-License-Identifier: Apache-2.0 */
// The search as the page's URL has it, so that a saved link shows the same again.

const SHOWN = ["zone", "lang"];

export const asked = (name) => new URLSearchParams(location.search).get(name);

/** Takes the search from the URL, an unknown index included. The cursor of its page is with the entry of the history. */
export function restored(firstIndex) {
  const parameters = new URLSearchParams(location.search);
  const texts = (name) => parameters.getAll(name).filter((each) => each.trim());
  const from = Number(parameters.get("from"));
  return {
    index: parameters.get("index") || firstIndex,
    q: parameters.get("q") ?? "",
    filters: texts("filter"),
    sort: texts("sort"),
    from: Number.isSafeInteger(from) && from > 0 ? from : 0,
    cursor: history.state?.cursor ?? parameters.get("cursor"),
    row: parameters.get("row"),
    view: parameters.get("view"),
  };
}

/** Returns the parameters of a link to this search. */
export function parameters({ index, q, filters, sort, from, cursor, row, view }, mostHits) {
  const list = (name, values) => values.map((value) => [name, value]);
  return new URLSearchParams([
    ["index", index],
    ...(q ? [["q", q]] : []),
    ...list("filter", filters),
    ...list("sort", sort),
    ...(from ? [["from", from]] : []),
    // Only a cursor leads further than the gateway counts.
    ...(from && cursor && from >= mostHits ? [["cursor", cursor]] : []),
    ...SHOWN.filter(asked).map((name) => [name, asked(name)]),
    ...(view ? [["view", view]] : []),
    ...(row ? [["row", row]] : []),
  ]);
}

/** Writes a search into the URL, as a new entry of the history or in place of the present one. */
export function remember(search, mostHits, push) {
  const url = new URL(location.href);
  url.search = parameters(search, mostHits);
  const entry = { cursor: search.cursor, opened: Boolean(push && search.row) };
  if (url.href !== location.href) history[push ? "pushState" : "replaceState"](entry, "", url);
  else history.replaceState({ ...history.state, cursor: search.cursor }, "", url);
}

/** Returns what two links to the same rows have in common. */
export function withoutRow() {
  const url = new URLSearchParams(location.search);
  url.delete("row");
  return String(url);
}
