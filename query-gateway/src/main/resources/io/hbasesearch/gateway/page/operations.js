/* SPDX-License-Identifier: Apache-2.0 */
// The operations view: indexes, documents, lag, dead letters and scrubs, from what the gateway tells operators anyway. Changes nothing.

import { call, Problem, read, request } from "./gateway.js";
import { el, head, lag, number, problem, scroll } from "./render.js";
import { texts } from "./texts.js";

const SAMPLE = /^(\w+)\{([^}]*)\} (\S+)/;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** Reads text of Prometheus: name to samples. */
function samples(text) {
  const all = {};
  for (const line of text.split("\n")) {
    const [, name, labels, value] = SAMPLE.exec(line) ?? [];
    if (name) (all[name] ??= []).push({ labels: Object.fromEntries([...labels.matchAll(LABEL)].map((each) => [each[1], each[2]])), value: Number(value) });
  }
  return all;
}

/** Returns the sum of a metric of an index; undefined if this process does not have it. */
function sum(metrics, name, index) {
  const own = (metrics[name] ?? []).filter(({ labels }) => labels.index === index);
  return own.length ? own.reduce((all, { value }) => all + value, 0) : undefined;
}

const shown = (value) => (value === undefined || Number.isNaN(value) ? "–" : number(value));

function scrub(metrics, index, clock) {
  const at = sum(metrics, "hbase_search_scrub_last_pass_timestamp_seconds", index);
  if (at === undefined || Number.isNaN(at)) return "–";
  if (!at) return texts.noScrub;
  return texts.scrubbed(clock.show(Math.round(at) * 1000), shown(sum(metrics, "hbase_search_scrub_last_pass_differences", index)));
}

function row(index, metrics, clock) {
  return el("tr", null, el("th", { scope: "row" }, index.name), el("td", null, index.table), el("td", { class: "amount" }, shown(index.documents)),
    el("td", { class: "amount" }, shown(index.deleted_stubs)), el("td", { class: "amount" }, shown(index.failed_stubs)),
    el("td", { class: "amount" }, index.bytes === undefined ? "–" : texts.megabytes(number(Math.round(index.bytes / 1e5) / 10))),
    el("td", { class: "amount" }, shown(sum(metrics, "hbase_search_indexer_lag_events", index.name))), el("td", null, lag(index.as_of)),
    el("td", { class: "amount" }, shown(sum(metrics, "hbase_search_indexer_dead_letters_total", index.name))),
    el("td", null, scrub(metrics, index.name, clock)), el("td", null, index.complete ? texts.yes : texts.no));
}

function health({ status, components }) {
  const rows = Object.entries(components).map(([name, each]) =>
    el("tr", null, el("th", { scope: "row" }, name), el("td", null, each.ok ? each.message : el("strong", null, each.message)), el("td", null, each.note ?? "")));
  return [el("p", null, texts.statusIs, " ", el("strong", { id: "health" }, status)),
    scroll(texts.health, el("table", { class: "plain" }, head(texts.component, texts.state, texts.note), el("tbody", null, ...rows)))];
}

/** Calls an endpoint for operators, whose answer says more than its status. Returns why there is none in its place. */
async function ofOperators(path, signal, readAnswer, show) {
  const response = await request(path, { signal });
  const text = await response.text();
  if (response.ok || response.status === 503) {
    try {
      return show(readAnswer(text));
    } catch {
      throw new Problem({ title: texts.unreadable, detail: response.statusText, status: response.status });
    }
  }
  return [el("div", { class: "problem" }, ...problem(read(text)))];
}

/** Returns the elements of the view. */
export async function operations(clock, signal) {
  const { indexes } = await call("v1/indexes", { signal });
  const list = await ofOperators("metrics", signal, samples, (metrics) => table(indexes, metrics, clock));
  const parts = list[0].matches(".problem") ? [...table(indexes, {}, clock), ...list] : list;
  return [el("h2", { id: "operations-title", tabindex: "-1" }, texts.operations), el("p", { class: "quiet" }, texts.ofThisProcess), el("h3", null, texts.indexes), ...parts,
    el("h3", null, texts.health), ...await ofOperators("health", signal, read, health)];
}

function table(indexes, metrics, clock) {
  return [scroll(texts.indexes, el("table", { class: "plain" },
    head(texts.index, texts.tableName, texts.documents, texts.deletedStubs, texts.failedStubs, texts.size, texts.lagEvents, texts.freshness, texts.deadLetters,
      texts.lastScrub, texts.completeIndex),
    el("tbody", null, ...indexes.map((each) => row(each, metrics, clock)))))];
}
