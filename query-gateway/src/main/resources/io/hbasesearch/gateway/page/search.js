/* SPDX-License-Identifier: Apache-2.0 */
import { about, el, fit, hit, number, open, problem, unknownIndex } from "./render.js";
import { language, other, texts, translate } from "./texts.js";
import { clock } from "./values.js";

const PAGE = 20;
const TYPING_PAUSE_MS = 200;
const RESIZE_PAUSE_MS = 150;
const KNOWN_SHOWN = 20;
const KEY = "hbase-search.api-key";
const $ = (id) => document.getElementById(id);
const state = { indexes: [], index: "", filters: [], zone: null, clock: clock(null), maxHits: 100, path: "", next: null, running: null,
  composing: false, timer: 0, resized: 0, typing: false };

class Problem extends Error {
  constructor(document) {
    super(document.detail);
    this.document = document;
  }
}

// Integers beyond 2^53 keep their digits if the browser passes the source text to the reviver.
const exact = (key, value, context) =>
  typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? "") ? context.source : value;

async function call(path, signal) {
  const key = sessionStorage.getItem(KEY);
  let response;
  try {
    response = await fetch(path, { signal, headers: key ? { "X-API-Key": key } : {} });
  } catch (failure) {
    if (failure.name === "AbortError") throw failure;
    throw new Problem({ title: texts.noAnswer, detail: texts.stopped, hint: texts.again });
  }
  const text = await response.text();
  let body;
  try {
    body = JSON.parse(text, exact);
  } catch {
    body = { title: texts.unreadable, detail: response.statusText, status: response.status };
  }
  if (response.headers.has("WWW-Authenticate")) {
    await askForKey(key ? body.detail : "");
    return call(path, signal);
  }
  if (!response.ok) throw new Problem(body);
  return body;
}

function askForKey(message) {
  $("key-problem").textContent = message;
  return new Promise((done) => {
    $("key-dialog").addEventListener("close", () => {
      sessionStorage.setItem(KEY, $("key").value);
      $("key").value = "";
      done();
    }, { once: true });
    if (!$("key-dialog").open) $("key-dialog").showModal();
  });
}

function searchPath() {
  // A blank at the end tells that the last word is complete.
  const q = state.typing ? $("q").value.trimStart() : $("q").value.trim();
  const parameters = new URLSearchParams({ ...(q ? { q } : {}), size: Math.min(PAGE, state.maxHits), fuzziness: "auto" });
  for (const filter of state.filters) parameters.append("filter", filter);
  if (state.zone) parameters.set("zone", state.zone);
  if (state.typing) parameters.set("typing", true);
  return `v1/indexes/${encodeURIComponent(state.index)}/search?${parameters}`;
}

async function search(push) {
  clearTimeout(state.timer);
  state.running?.abort();
  state.running = null;
  showFilters();
  const index = state.indexes.find((each) => each.name === state.index);
  if (state.index && !index) return state.typing ? undefined : showUnknownIndex();
  const q = $("q").value.trim();
  remember(q, push);
  if (!index || (!q && !state.filters.length)) return showAbout(index);
  const running = (state.running = new AbortController());
  $("hits").classList.add("stale");
  try {
    const path = searchPath();
    show(await call(path, running.signal), path);
  } catch (failure) {
    if (failure.name !== "AbortError") await failed(failure, push);
  } finally {
    if (state.running === running) state.running = null;
    if (!state.running) $("hits").classList.remove("stale");
  }
}

/** Handles a failed search. A query that is not complete yet changes nothing: the rows of the one before it stay. */
async function failed(failure, push) {
  const { status, parameter } = failure.document ?? {};
  if (status === 400 && parameter === "zone" && state.zone && !askedFor("zone")) {
    // The gateway does not know the browser's time zone.
    useZone(null);
    await search(push);
  } else if (status === 400 && parameter === "q" && state.typing) showUnfinished();
  else showProblem(failure);
}

function askedFor(name) {
  return new URLSearchParams(location.search).get(name);
}

function useZone(zone) {
  state.clock = clock(zone);
  state.zone = zone;
}

function remember(q, push) {
  const url = new URL(location.href);
  const kept = ["zone", "lang"].filter(askedFor).map((name) => [name, askedFor(name)]);
  url.search = new URLSearchParams([["index", state.index], ...(q ? [["q", q]] : []), ...state.filters.map((each) => ["filter", each]), ...kept]);
  if (url.href !== location.href) history[push ? "pushState" : "replaceState"](null, "", url);
  document.title = q ? `${q} – hbase-search` : "hbase-search";
  offerLanguage();
}

/** Links to the same search in the other language. */
function offerLanguage() {
  const url = new URL(location.href);
  url.searchParams.set("lang", other.code);
  $("language").href = url.search;
  $("language").lang = $("language").hreflang = other.html;
  $("language").textContent = other.name;
  $("home").href = askedFor("lang") ? `./?lang=${language}` : "./";
}

function showFilters() {
  $("filters").setAttribute("aria-label", texts.filters);
  $("filters").replaceChildren(...state.filters.map((filter, i) => {
    const button = el("button", { type: "button", "aria-label": texts.remove(filter) }, filter, el("span", { "aria-hidden": "true" }, " ×"));
    button.addEventListener("click", () => {
      state.filters.splice(i, 1);
      $("q").focus();
      submit();
    });
    return el("li", null, button);
  }));
  $("filters").hidden = state.filters.length === 0;
}

function show(answer, path) {
  clear();
  state.path = path;
  const total = answer.total.value;
  $("hits").replaceChildren();
  $("status").replaceChildren(
    el("span", { title: answer.total.of === "table" ? texts.inTable : texts.inIndex },
      total ? (answer.total.relation === "gte" ? texts.atLeast : "") + texts.count(number(total), total) : texts.none),
    el("span", null, `${answer.took_ms} ms`),
    answer.did_you_mean ? didYouMean(answer.did_you_mean) : "",
    el("span", { class: "spacer" }), el("span", null, texts.times(state.clock.zone)), links());
  const notes = notesOf(answer);
  $("notes").replaceChildren(...notes.map((note) => el("li", null, note)));
  $("notes").hidden = notes.length === 0;
  append(answer);
  if (total === 0) $("hits").replaceChildren(el("li", { class: "quiet" }, texts.noneHelp));
}

/** Adds a page's rows to those of the pages before it. */
function append(answer) {
  const fields = state.indexes.find((each) => each.name === state.index).fields;
  const types = Object.fromEntries(fields.map((each) => [each.name, each.type]));
  const rows = answer.hits.map((row) => hit(row, types, state.clock));
  $("hits").append(...rows);
  rows.forEach(fit);
  state.next = answer.next;
  $("more").hidden = !answer.next;
  return rows;
}

const notesOf = (answer) => [...(answer.notes ?? []), ...answer.cut.map((each) => texts.cut + each.detail)].map(sentence);
const sentence = (note) => note[0].toUpperCase() + note.slice(1) + (/[.?!…]$/.test(note) ? "" : ".");

/** Shows the next page below the rows, after the notes that only this page has, and moves the focus to its first row. */
async function more() {
  if (state.running) return;
  const running = (state.running = new AbortController());
  $("more-problem").hidden = true;
  try {
    const answer = await call(`${state.path}&cursor=${encodeURIComponent(state.next)}`, running.signal);
    const shown = [...document.querySelectorAll("#notes li, #hits .note")].map((each) => each.textContent);
    $("hits").append(...notesOf(answer).filter((note) => !shown.includes(note)).map((note) => el("li", { class: "note" }, note)));
    const rows = append(answer);
    (rows[0] ?? lastRow()).focus();
  } catch (failure) {
    if (failure.name !== "AbortError") showIn("more-problem", failure);
  } finally {
    if (state.running === running) state.running = null;
  }
}

function didYouMean(query) {
  const link = el("button", { type: "button" }, query);
  link.addEventListener("click", () => {
    $("q").value = query;
    $("q").focus();
    submit();
  });
  return el("span", null, texts.meant[0], link, texts.meant[1]);
}

function links() {
  if (!sessionStorage.getItem(KEY)) return el("a", { href: state.path }, "JSON");
  const copy = el("button", { type: "button", title: texts.copy }, "curl");
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(`curl -H "X-API-Key: $API_KEY" '${new URL(state.path, location.href)}'`);
    copy.textContent = texts.copied;
  });
  return copy;
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
      state.index = $("index").value = name;
      $("q").focus();
      submit();
    });
    return link;
  });
  $("problem").replaceChildren(...unknownIndex(state.index, sessionStorage.getItem(KEY) ? texts.notOpen : texts.notThere, links));
  $("problem").hidden = false;
  offerLanguage();
}

function clear() {
  $("problem").hidden = $("more-problem").hidden = $("about").hidden = $("notes").hidden = $("more").hidden = true;
}

function empty() {
  clear();
  $("status").replaceChildren();
  $("hits").replaceChildren();
}

function showAbout(index) {
  empty();
  $("about").replaceChildren(...(index ? about(index, state.clock.zone)
    : [el("h2", null, texts.noneYet), el("p", null, texts.create + " ", el("code", null, "hbase-search index create NAME"))]));
  $("about").hidden = false;
}

const lastRow = () => [...$("hits").querySelectorAll(".hit")].at(-1);

function moveFocus(step) {
  const rows = [...$("hits").querySelectorAll(".hit")];
  const now = rows.findIndex((row) => row.contains(document.activeElement));
  const next = now + step;
  if (next < 0) $("q").focus();
  else if (next === rows.length && !$("more").hidden) $("more").focus();
  else rows[Math.min(next, rows.length - 1)]?.focus();
}

/** Opens or closes a row with its cells. */
function toggle(row) {
  const whole = !row.hasAttribute("data-open");
  const details = row.querySelector("details");
  if (details) details.open = whole;
  open(row, whole);
}

/** Opens or closes the texts of a row that is clicked, but not if a text was selected. */
function onClick(event) {
  const row = event.target.closest(".hit");
  if (row && !event.target.closest("details, a, button") && getSelection().isCollapsed) open(row, !row.hasAttribute("data-open"));
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || $("key-dialog").open) return;
  const target = document.activeElement;
  const row = target.closest?.(".hit");
  if (event.key === "/" && target !== $("q")) $("q").focus(), $("q").select();
  else if (event.key === "ArrowDown" && (row || target === $("q"))) moveFocus(1);
  else if (event.key === "ArrowUp" && row) moveFocus(-1);
  else if (event.key === "ArrowUp" && target === $("more")) lastRow().focus();
  else if (event.key === "Enter" && target === row) toggle(row);
  else if (event.key === "Escape" && (row || target === $("more"))) $("q").focus();
  else return;
  event.preventDefault();
}

function later() {
  clearTimeout(state.timer);
  // While a Chinese input method composes, the text is not final.
  if (!state.composing) state.timer = setTimeout(() => { state.typing = true; search(false); }, TYPING_PAUSE_MS);
}

function submit() {
  state.typing = false;
  search(true);
}

function listen() {
  $("form").addEventListener("submit", (event) => { event.preventDefault(); submit(); });
  $("q").addEventListener("input", later);
  $("q").addEventListener("compositionstart", () => { state.composing = true; });
  $("q").addEventListener("compositionend", () => { state.composing = false; later(); });
  $("index").addEventListener("change", () => { state.index = $("index").value; submit(); });
  $("more").addEventListener("click", more);
  $("hits").addEventListener("click", onClick);
  // The event does not bubble.
  $("hits").addEventListener("toggle", (event) => open(event.target.closest(".hit"), event.target.open), true);
  addEventListener("resize", () => {
    clearTimeout(state.resized);
    state.resized = setTimeout(() => $("hits").querySelectorAll(".hit").forEach(fit), RESIZE_PAUSE_MS);
  });
  $("key-dialog").addEventListener("cancel", (event) => event.preventDefault());
  document.addEventListener("keydown", onKey);
  addEventListener("popstate", () => { restore(); state.typing = false; search(false); });
}

/** Takes the search from the URL, an unknown index included. */
function restore() {
  const asked = new URLSearchParams(location.search);
  state.index = asked.get("index") || (state.indexes[0]?.name ?? "");
  $("index").value = state.index;
  $("q").value = asked.get("q") ?? "";
  state.filters = asked.getAll("filter").filter((each) => each.trim());
  useZone(asked.get("zone") || Intl.DateTimeFormat().resolvedOptions().timeZone || null);
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
  search(false);
}

start();
