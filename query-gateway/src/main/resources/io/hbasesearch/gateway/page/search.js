/* SPDX-License-Identifier: Apache-2.0 */
import { about, el, hit, number, problem } from "./render.js";

const PAGE = 20;
const TYPING_PAUSE_MS = 200;
const KEY = "hbase-search.api-key";
const $ = (id) => document.getElementById(id);
const state = { indexes: [], size: PAGE, maxHits: 100, running: null, composing: false, timer: 0, typing: false };

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
    throw new Problem({ title: "The gateway does not answer", detail: "It may have been stopped.", hint: "Try again in a moment." });
  }
  const text = await response.text();
  let body;
  try {
    body = JSON.parse(text, exact);
  } catch {
    body = { title: "The answer cannot be read", detail: response.statusText, status: response.status };
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
  const parameters = new URLSearchParams({ q, size: state.size, fuzziness: "auto", ...(state.typing ? { typing: true } : {}) });
  return `v1/indexes/${encodeURIComponent($("index").value)}/search?${parameters}`;
}

async function search(push) {
  clearTimeout(state.timer);
  state.running?.abort();
  const q = $("q").value.trim();
  remember(q, push);
  if (!q || !$("index").value) return showAbout();
  const running = (state.running = new AbortController());
  $("hits").classList.add("stale");
  try {
    show(await call(searchPath(), running.signal));
  } catch (failure) {
    if (failure.name !== "AbortError") showProblem(failure);
  } finally {
    if (state.running === running) $("hits").classList.remove("stale");
  }
}

function remember(q, push) {
  const url = new URL(location.href);
  url.search = new URLSearchParams({ index: $("index").value, ...(q ? { q } : {}) });
  if (url.href !== location.href) history[push ? "pushState" : "replaceState"](null, "", url);
  document.title = q ? `${q} – hbase-search` : "hbase-search";
}

function show(answer) {
  clear();
  const total = answer.total.value;
  const most = answer.total.relation === "gte" ? "at least " : "";
  $("hits").replaceChildren(...answer.hits.map(hit));
  $("status").replaceChildren(
    el("span", { title: answer.total.of === "table" ? "counted in the table" : "counted by the index" },
      total ? `${most}${number(total)} ${total === 1 ? "row" : "rows"}` : "No rows found"),
    el("span", null, `${answer.took_ms} ms`),
    answer.did_you_mean ? didYouMean(answer.did_you_mean) : "",
    ...answer.cut.map((each) => el("span", null, `cut short: ${each.detail}`)),
    el("span", { class: "spacer" }), links());
  const notes = answer.notes ?? [];
  $("notes").replaceChildren(...notes.map((note) => el("li", null, note[0].toUpperCase() + note.slice(1) + ".")));
  $("notes").hidden = notes.length === 0;
  $("more").hidden = !answer.next || state.size >= state.maxHits;
  if (total === 0) $("hits").replaceChildren(el("li", { class: "quiet" },
    "A row must contain all words of the query, and the words of a phrase must be adjacent. Try fewer words, or begin*."));
}

function didYouMean(query) {
  const link = el("button", { type: "button" }, query);
  link.addEventListener("click", () => { $("q").value = query; submit(); });
  return el("span", null, "Did you mean ", link, "?");
}

function links() {
  if (!sessionStorage.getItem(KEY)) return el("a", { href: searchPath() }, "JSON");
  const copy = el("button", { type: "button", title: "Copy this search as a command" }, "curl");
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(`curl -H "X-API-Key: $API_KEY" '${new URL(searchPath(), location.href)}'`);
    copy.textContent = "copied";
  });
  return copy;
}

function showProblem(failure) {
  const document = failure instanceof Problem ? failure.document : { title: "The page failed", detail: String(failure) };
  $("problem").replaceChildren(...problem(document));
  // Half-typed queries are expected, so they are not shown as alarms.
  $("problem").classList.toggle("soft", document.status === 400);
  $("problem").hidden = false;
  $("notes").hidden = $("more").hidden = $("about").hidden = true;
  $("status").replaceChildren();
  $("hits").replaceChildren();
}

function clear() {
  $("problem").hidden = $("about").hidden = $("notes").hidden = $("more").hidden = true;
}

function showAbout() {
  clear();
  $("status").replaceChildren();
  $("hits").replaceChildren();
  const index = state.indexes.find((each) => each.name === $("index").value);
  $("about").replaceChildren(...(index ? about(index)
    : [el("h2", null, "No index exists yet"), el("p", null, "Create one: ", el("code", null, "hbase-search index create NAME"))]));
  $("about").hidden = false;
}

function moveFocus(step) {
  const rows = [...$("hits").querySelectorAll(".hit")];
  const now = rows.findIndex((row) => row.contains(document.activeElement));
  const next = now + step;
  if (next < 0) $("q").focus();
  else rows[Math.min(next, rows.length - 1)]?.focus();
}

function toggle(row) {
  const details = row.querySelector("details");
  details.open = !details.open;
  row.toggleAttribute("data-open", details.open);
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || $("key-dialog").open) return;
  const target = document.activeElement;
  const row = target.closest?.(".hit");
  if (event.key === "/" && target !== $("q")) $("q").focus(), $("q").select();
  else if (event.key === "ArrowDown" && (row || target === $("q"))) moveFocus(1);
  else if (event.key === "ArrowUp" && row) moveFocus(-1);
  else if (event.key === "Enter" && target === row) toggle(row);
  else if (event.key === "Escape" && row) $("q").focus();
  else return;
  event.preventDefault();
}

function later() {
  clearTimeout(state.timer);
  state.size = Math.min(PAGE, state.maxHits);
  // While a Chinese input method composes, the text is not final.
  if (!state.composing) state.timer = setTimeout(() => { state.typing = true; search(false); }, TYPING_PAUSE_MS);
}

function submit() {
  state.typing = false;
  state.size = Math.min(PAGE, state.maxHits);
  search(true);
}

function listen() {
  $("form").addEventListener("submit", (event) => { event.preventDefault(); submit(); });
  $("q").addEventListener("input", later);
  $("q").addEventListener("compositionstart", () => { state.composing = true; });
  $("q").addEventListener("compositionend", () => { state.composing = false; later(); });
  $("index").addEventListener("change", submit);
  $("more").addEventListener("click", () => { state.size = Math.min(state.size + PAGE, state.maxHits); search(false); });
  $("key-dialog").addEventListener("cancel", (event) => event.preventDefault());
  document.addEventListener("keydown", onKey);
  addEventListener("popstate", () => { restore(); state.typing = false; search(false); });
}

function restore() {
  const asked = new URLSearchParams(location.search);
  if (state.indexes.some((each) => each.name === asked.get("index"))) $("index").value = asked.get("index");
  $("q").value = asked.get("q") ?? "";
}

async function start() {
  listen();
  try {
    const service = await call("v1");
    state.maxHits = service.max_hits;
    state.size = Math.min(PAGE, state.maxHits);
    state.indexes = (await call("v1/indexes")).indexes;
  } catch (failure) {
    return showProblem(failure);
  }
  $("index").replaceChildren(...state.indexes.map((each) => el("option", { value: each.name }, each.name)));
  $("form").querySelector("select").hidden = state.indexes.length === 0;
  restore();
  search(false);
}

start();
