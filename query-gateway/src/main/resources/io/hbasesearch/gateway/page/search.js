/* SPDX-License-Identifier: Apache-2.0 */
import { countable, count, facets } from "./facets.js";
import { ask, call, hasKey, Problem } from "./gateway.js";
import { stages } from "./how.js";
import { asked, parameters, remember, restored, withoutRow } from "./link.js";
import { operations } from "./operations.js";
import { about, el, fit, hit, open, problem, unknownIndex } from "./render.js";
import { freshness, order, status, tools } from "./results.js";
import { binaryKey, dialog, read as readRow } from "./row.js";
import { language, other, texts, translate } from "./texts.js";
import { clock } from "./values.js";
import { why } from "./why.js";

const PAGE = 20;
const TYPING_PAUSE_MS = 200;
const COUNTING_PAUSE_MS = 400;
const RESIZE_PAUSE_MS = 150;
const KNOWN_SHOWN = 20;
const WIDE = matchMedia("(min-width: 60rem)");
const $ = (id) => document.getElementById(id);
/** `search` is what the link has; `counted` are fields that are counted beside those that always are. */
const state = { indexes: [], search: {}, counted: [], zone: null, clock: clock(null), maxHits: 100, answer: null, shown: "", note: null, running: null,
  counting: null, composing: false, timer: 0, resized: 0, typing: false };
let showRow;

const theIndex = () => state.indexes.find((each) => each.name === state.search.index);

/** Returns what every request about this search has. A blank at the end tells that the last word is complete. */
function criteria() {
  const q = state.typing ? $("q").value.trimStart() : $("q").value.trim();
  const { filters, sort } = state.search;
  return { ...(q ? { q } : {}), fuzziness: "auto", ...(filters.length ? { filter: filters } : {}), ...(sort.length ? { sort } : {}),
    ...(state.zone ? { zone: state.zone } : {}), ...(state.typing ? { typing: true } : {}) };
}

function path(endpoint, more) {
  const all = Object.entries({ ...criteria(), ...more }).flatMap(([name, value]) => [value].flat().map((each) => [name, each]));
  return `v1/indexes/${encodeURIComponent(state.search.index)}/${endpoint}?${new URLSearchParams(all)}`;
}

function pathOfPage() {
  const { from, cursor } = state.search;
  const size = Math.min(PAGE, state.maxHits);
  return path("search", { size, ...(cursor ? { cursor } : from ? { from } : {}) });
}

/** Searches what the page's controls and the link say. @param push whether that is a new entry of the history */
async function search(push) {
  clearTimeout(state.timer);
  state.running?.abort();
  state.running = null;
  showFilters();
  const index = theIndex();
  if (state.search.view === "operations") return showOperations();
  if (state.search.index && !index) return state.typing ? undefined : showUnknownIndex();
  state.search.q = $("q").value.trim();
  keep(push);
  if (!index || (!state.search.q && !state.search.filters.length && !state.search.sort.length)) return showAbout(index);
  const running = (state.running = new AbortController());
  $("hits").classList.add("stale");
  try {
    const from = pathOfPage();
    const { body, response } = await ask(from, { signal: running.signal });
    show(body, stages(response), from);
  } catch (failure) {
    if (failure.name !== "AbortError") await failed(failure, push);
  } finally {
    if (state.running === running) state.running = null;
    if (!state.running) $("hits").classList.remove("stale");
  }
}

function keep(push) {
  remember(state.search, state.maxHits, push);
  state.shown = withoutRow();
  document.title = state.search.q ? `${state.search.q} – hbase-search` : "hbase-search";
  offerLanguage();
}

/** Handles a failed search. A query that is not complete yet changes nothing: the rows of the one before it stay. */
async function failed(failure, push) {
  const { status, parameter } = failure.document ?? {};
  const { from, cursor } = state.search;
  if (status === 400 && parameter === "zone" && state.zone && !asked("zone")) {
    // The gateway does not know the browser's time zone.
    useZone(null);
    await search(push);
  } else if (status === 400 && ["cursor", "from"].includes(parameter) && (cursor || from)) {
    // Cursors end, for example with the gateway's process.
    const isNear = parameter === "cursor" && from + PAGE <= state.maxHits;
    Object.assign(state.search, { cursor: null, from: isNear ? from : 0 });
    state.note = isNear ? null : texts.placeLost;
    await search(false);
  } else if (status === 400 && parameter === "q" && state.typing) showUnfinished();
  else showProblem(failure);
}

function useZone(zone) {
  state.clock = clock(zone);
  state.zone = zone;
}

/** Links to the same search in the other language. */
function offerLanguage() {
  const url = new URL(location.href);
  url.searchParams.set("lang", other.code);
  $("language").href = url.search;
  $("language").lang = $("language").hreflang = other.html;
  $("language").textContent = other.name;
  $("home").href = asked("lang") ? `./?lang=${language}` : "./";
  $("operations-link").href = asked("lang") ? `./?view=operations&lang=${language}` : "./?view=operations";
}

function showFilters() {
  const { filters = [] } = state.search;
  $("filters").setAttribute("aria-label", texts.filters);
  $("filters").replaceChildren(...filters.map((filter) => {
    const button = el("button", { type: "button", "aria-label": texts.remove(filter) }, filter, el("span", { "aria-hidden": "true" }, " ×"));
    button.addEventListener("click", () => {
      $("q").focus();
      toggleFilter(filter);
    });
    return el("li", null, button);
  }));
  $("filters").hidden = filters.length === 0;
}

/** Adds a filter, or removes it if it is there. */
function toggleFilter(filter) {
  const { filters } = state.search;
  state.search.filters = filters.includes(filter) ? filters.filter((each) => each !== filter) : [...filters, filter];
  submit();
}

function show(answer, times, from) {
  clear();
  const index = theIndex();
  state.answer = answer;
  $("status").replaceChildren(...status(answer, state.search.from, correct));
  const notes = notesOf(answer);
  $("notes").replaceChildren(...notes.map((note) => el("li", null, note)));
  $("notes").hidden = notes.length === 0;
  const types = Object.fromEntries(index.fields.map((each) => [each.name, each.type]));
  const link = (row) => `?${parameters({ ...state.search, row }, state.maxHits)}`;
  const rows = answer.hits.map((row) => hit(row, types, state.clock, link));
  $("hits").replaceChildren(...(answer.total.value === 0 ? [el("li", { class: "quiet" }, texts.noneHelp)] : rows));
  rows.forEach(fit);
  $("order").replaceChildren(freshness(answer, state.clock), sorting(index));
  $("next").hidden = !answer.next;
  $("previous").hidden = !(answer.previous || state.search.from);
  $("pages").hidden = $("next").hidden && $("previous").hidden;
  $("tools").replaceChildren(...tools(answer, times, index,
    { path: from, stream: path("stream", {}), explain: path("explain", { keyFormat: "binary" }) }));
  $("tools").hidden = false;
  countLater(index);
}

/** Returns the choice of an order, with the focus if it had that. */
function sorting(index) {
  const had = document.activeElement?.id === "sort";
  const choice = order(index, state.search.sort, (sort) => {
    state.search.sort = sort;
    submit();
  });
  if (had) setTimeout(() => $("sort")?.focus());
  return choice;
}

function correct(query) {
  $("q").value = query;
  $("q").focus();
  submit();
}

function notesOf(answer) {
  const all = [...(state.note ? [state.note] : []), ...(answer.notes ?? []), ...answer.cut.map((each) => texts.cut + each.detail)].map(sentence);
  state.note = null;
  return all;
}

const sentence = (note) => note[0].toUpperCase() + note.slice(1) + (/[.?!…。？]$/.test(note) ? "" : ".");

/** Counts the values of fields after the rows are shown; while somebody types, only after a pause. */
function countLater(index) {
  state.counting?.abort();
  const counting = (state.counting = new AbortController());
  const { signal } = counting;
  const timer = setTimeout(() => showFacets(index, signal), state.typing ? COUNTING_PAUSE_MS : 0);
  signal.addEventListener("abort", () => clearTimeout(timer));
}

async function showFacets(index, signal) {
  const { first, others } = countable(index, state.answer.hits[0]);
  const isCounted = (field) => state.counted.includes(`${index.name}/${field.name}`);
  const { sort, ...body } = criteria();
  const endpoint = `v1/indexes/${encodeURIComponent(index.name)}/search`;
  try {
    const shown = await count([...first, ...others.filter(isCounted)], state.clock,
      async (asked) => (await call(endpoint, { signal, body: { ...body, size: 0, facets: asked } })).facets);
    const focused = $("facets").contains(document.activeElement) ? document.activeElement.title : null;
    $("facets").replaceChildren(...facets(shown, { filters: state.search.filters, toggle: toggleFilter, others: others.filter((each) => !isCounted(each)),
      suggest: (field, prefix, of) => suggest(index, field, prefix, of),
      add: (field) => { state.counted.push(`${index.name}/${field.name}`); countLater(index); } }));
    $("narrow").hidden = !$("facets").childElementCount;
    if (focused !== null) ([...$("facets").querySelectorAll("button")].find((each) => each.title === focused) ?? $("facets").querySelector("button, summary"))?.focus();
  } catch (failure) {
    if (failure.name === "AbortError") return;
    $("facets").replaceChildren(el("p", { class: "quiet" }, failure.document?.detail ?? String(failure)));
    $("narrow").hidden = false;
  }
}

async function suggest(index, field, prefix, signal) {
  const { filters } = state.search;
  const all = [["field", field], ["prefix", prefix], ...filters.map((each) => ["filter", each]), ...(state.zone ? [["zone", state.zone]] : [])];
  return (await call(`v1/indexes/${encodeURIComponent(index.name)}/suggest?${new URLSearchParams(all)}`, { signal })).values;
}

/** Goes one page on or back, and then to its first row. */
async function turn(step) {
  if (state.running || !state.answer) return;
  const { from } = state.search;
  const { next, previous, hits } = state.answer;
  const place = step > 0 ? from + hits.length : Math.max(0, from - PAGE);
  // The first page is shown as it is now.
  Object.assign(state.search, { from: place, cursor: (place && (step > 0 ? next : previous)) || null });
  await search(true);
  const row = $("hits").querySelector(".hit");
  row?.focus({ preventScroll: true });
  scrollTo({ top: 0 });
}

function showIn(box, failure) {
  $(box).replaceChildren(...problem(failure instanceof Problem ? failure.document : { title: texts.pageFailed, detail: String(failure) }));
  $(box).hidden = false;
}

function showProblem(failure) {
  empty();
  showIn("problem", failure);
}

/** Tells, only where it is seen, that the rows are those of the query as it was. */
function showUnfinished() {
  if (!$("unfinished")) $("status").prepend(el("span", { id: "unfinished", "aria-hidden": "true" }, texts.unfinished));
}

/** Names an index that a link asks for and the gateway does not have, and offers the others. Searches nothing and keeps the URL. */
function showUnknownIndex() {
  empty();
  const links = state.indexes.slice(0, KNOWN_SHOWN).map(({ name }) => {
    const link = el("button", { type: "button" }, name);
    link.addEventListener("click", () => {
      state.search.index = $("index").value = name;
      $("q").focus();
      submit();
    });
    return link;
  });
  $("problem").replaceChildren(...unknownIndex(state.search.index, hasKey() ? texts.notOpen : texts.notThere, links));
  $("problem").hidden = false;
  offerLanguage();
}

function clear() {
  for (const id of ["problem", "about", "notes", "pages", "tools", "operations"]) $(id).hidden = true;
  $("layout").hidden = false;
}

function empty() {
  clear();
  state.counting?.abort();
  for (const id of ["status", "hits", "order", "facets"]) $(id).replaceChildren();
  $("narrow").hidden = $("layout").hidden = true;
}

function showAbout(index) {
  empty();
  $("about").replaceChildren(...(index ? about(index, state.clock.zone, parameters({ ...state.search, q: "*", from: 0 }, state.maxHits))
    : [el("h2", null, texts.noneYet), el("p", null, texts.create + " ", el("code", null, "hbase-search index create NAME"))]));
  $("about").hidden = false;
}

async function showOperations() {
  empty();
  offerLanguage();
  document.title = `${texts.operations} – hbase-search`;
  const running = (state.running = new AbortController());
  try {
    $("operations").replaceChildren(...await operations(state.clock, running.signal));
    $("operations").hidden = false;
  } catch (failure) {
    if (failure.name !== "AbortError") showProblem(failure);
  } finally {
    if (state.running === running) state.running = null;
  }
}

/** Opens the row that the link names, or closes the one that is open. */
function showRowOfLink(from) {
  const { row } = state.search;
  const index = theIndex();
  if (row && index) showRow(binaryKey(row), from);
  else if ($("row").open) $("row").close();
}

function openRow(item) {
  state.search.row = item.dataset.key;
  remember(state.search, state.maxHits, true);
  showRowOfLink(item);
}

function closed() {
  if (!state.search.row) return;
  state.search.row = null;
  if (history.state?.opened) history.back();
  else remember(state.search, state.maxHits, false);
}

const lastRow = () => [...$("hits").querySelectorAll(".hit")].at(-1);

function moveFocus(step) {
  const rows = [...$("hits").querySelectorAll(".hit")];
  const now = rows.findIndex((row) => row.contains(document.activeElement));
  const next = now + step;
  if (next < 0) $("q").focus();
  else if (next === rows.length && !$("pages").hidden) ($("next").hidden ? $("previous") : $("next")).focus();
  else rows[Math.min(next, rows.length - 1)]?.focus();
}

/** Opens or closes the texts of a row that is clicked, but not if a text was selected; or all of the row. */
function onClick(event) {
  const row = event.target.closest(".hit");
  if (!row || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest("a.key")) {
    event.preventDefault();
    openRow(row);
  } else if (!event.target.closest("a, button") && getSelection().isCollapsed) open(row, !row.hasAttribute("data-open"));
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || document.querySelector("dialog[open]")) return;
  const target = document.activeElement;
  const row = target.closest?.(".hit");
  const isPage = $("pages").contains(target);
  if (event.key === "/" && !target.matches("input, select, textarea")) $("q").focus(), $("q").select();
  else if (event.key === "ArrowDown" && (row || target === $("q"))) moveFocus(1);
  else if (event.key === "ArrowUp" && row) moveFocus(-1);
  else if (event.key === "ArrowUp" && isPage) lastRow()?.focus();
  else if (event.key === "Enter" && target === row) openRow(row);
  else if (event.key === " " && target === row) open(row, !row.hasAttribute("data-open"));
  else if (event.key === "Escape" && (row || isPage)) $("q").focus();
  else return;
  event.preventDefault();
}

function toFirstPage() {
  Object.assign(state.search, { from: 0, cursor: null, view: null, row: null });
}

function later() {
  clearTimeout(state.timer);
  // While a Chinese input method composes, the text is not final.
  if (!state.composing) state.timer = setTimeout(() => { state.typing = true; toFirstPage(); search(false); }, TYPING_PAUSE_MS);
}

function submit() {
  state.typing = false;
  toFirstPage();
  search(true);
}

/** Follows the history: to other rows, or only to or from one row that is shown alone. */
function onHistory() {
  const before = state.shown;
  const { cursor } = state.search;
  restore();
  state.typing = false;
  if (before !== withoutRow() || cursor !== state.search.cursor) search(false);
  showRowOfLink(null);
}

function listen() {
  $("form").addEventListener("submit", (event) => { event.preventDefault(); submit(); });
  $("q").addEventListener("input", later);
  $("q").addEventListener("compositionstart", () => { state.composing = true; });
  $("q").addEventListener("compositionend", () => { state.composing = false; later(); });
  $("index").addEventListener("change", () => {
    // Fields of one index say nothing about another.
    Object.assign(state.search, { index: $("index").value, sort: [] });
    submit();
  });
  $("next").addEventListener("click", () => turn(1));
  $("previous").addEventListener("click", () => turn(-1));
  $("hits").addEventListener("click", onClick);
  addEventListener("resize", () => {
    clearTimeout(state.resized);
    state.resized = setTimeout(() => $("hits").querySelectorAll(".hit").forEach(fit), RESIZE_PAUSE_MS);
  });
  const fold = () => { $("narrow").open = WIDE.matches; };
  WIDE.addEventListener("change", fold);
  fold();
  $("key-dialog").addEventListener("cancel", (event) => event.preventDefault());
  document.addEventListener("keydown", onKey);
  addEventListener("popstate", onHistory);
  showRow = dialog($("row"), { title: $("row-title"), body: $("row-body"), closed,
    load: (signal) => readRow(theIndex(), state.search.row, state.clock, reason(), signal) });
}

/** Returns what tells why the open row was found; null if every row was. */
function reason() {
  const { q, filters, row } = state.search;
  if ((!q || q === "*") && !filters.length) return null;
  const paths = [[], "auto"].map((fuzziness) => path(`explain/${encodeURIComponent(row)}`, { fuzziness, sort: [] }));
  return (signal) => why(paths, state.answer?.hits.find(({ key }) => key === row)?.score, signal);
}

function restore() {
  state.search = restored(state.indexes[0]?.name ?? "");
  $("index").value = state.search.index;
  $("q").value = state.search.q;
  useZone(asked("zone") || Intl.DateTimeFormat().resolvedOptions().timeZone || null);
}

async function start() {
  translate();
  offerLanguage();
  listen();
  try {
    const service = await call("v1");
    state.maxHits = service.max_hits;
    state.indexes = (await call("v1/indexes")).indexes;
  } catch (failure) {
    return showProblem(failure);
  }
  $("index").replaceChildren(...state.indexes.map((each) => el("option", { value: each.name }, each.name)));
  $("index").hidden = state.indexes.length === 0;
  restore();
  await search(false);
  if (state.search.row) showRowOfLink(null);
}

start();
