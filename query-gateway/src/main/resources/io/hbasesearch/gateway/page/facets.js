/* SPDX-License-Identifier: Apache-2.0 */
// Counts of the matches by the values of fields: which fields, how they are asked for, how they are shown, which filter each makes.

import { el, number } from "./render.js";
import { texts } from "./texts.js";
import { plain, rounded } from "./values.js";
import { combobox } from "./suggest.js";

const KINDS = { keyword: "terms", boolean: "terms", date: "date", int: "number", long: "number", float: "number", double: "number" };
const SHOWN_AT_FIRST = { terms: 3, date: 1, number: 1 };
const VALUES = 8;
const RANGES = 6;
const INTERVALS = 24;
const MOST_INTERVALS = 40;
const SECOND = 1000;
const DAY = 86_400 * SECOND;
/** Calendar units with their usual lengths. */
const UNITS = [["minute", 60 * SECOND], ["hour", 3600 * SECOND], ["day", DAY], ["week", 7 * DAY], ["month", 30 * DAY], ["quarter", 91 * DAY],
  ["year", 365 * DAY]];

/**
 * Returns the fields of an index that can be counted, and those of them that are counted at first.
 *
 * @param hit a row: a field that has its key as value is different in each row
 */
export function countable(index, hit) {
  const all = index.fields.filter((each) => each.type in KINDS);
  const left = { ...SHOWN_AT_FIRST };
  // Fields of columns come first: those of the row key are often different in each row.
  const order = [...all.filter((each) => each.column), ...all.filter((each) => !each.column)];
  const first = new Set(order.filter((each) => !isKey(each, hit) && left[KINDS[each.type]]-- > 0));
  return { first: all.filter((each) => first.has(each)), others: all.filter((each) => !first.has(each)) };
}

const isKey = (field, hit) => !field.column && hit?.key_text !== undefined && hit.fields?.[field.name] === hit.key_text;

/** Writes a value as a query has it. */
export const quoted = (value) => (/^[\p{L}\p{N}_.@-]*$/u.test(value) && /^[\p{L}\p{N}]/u.test(value) && !/^(AND|OR|NOT|now)/.test(value)
  ? value : `"${value.replace(/["\\]/g, "\\$&")}"`);

export const filterOf = (field, value) => `${field}:${quoted(value)}`;

/** Asks for the facets of fields: numbers and dates first tell how far they reach, and are then divided. */
export async function count(fields, clock, ask) {
  const of = (...kinds) => fields.filter((each) => kinds.includes(KINDS[each.type]));
  const first = Object.fromEntries([
    ...of("terms").map((each) => [each.name, { terms: { field: each.name, size: VALUES } }]),
    ...of("date", "number").map((each) => [each.name, { metrics: { field: each.name } }])]);
  if (!Object.keys(first).length) return [];
  const found = await ask(first).catch((failure) => {
    // An index whose rows have several documents has no metrics.
    if (failure.document?.status !== 400 || !of("date", "number").length) throw failure;
    return null;
  });
  if (!found) return count(of("terms"), clock, ask);
  const parts = of("date", "number").map((field) => ({ field, part: divided(field, found[field.name].metrics) })).filter(({ part }) => part);
  const divisions = parts.length ? await ask(Object.fromEntries(parts.map(({ field, part }) => [field.name, part.facet]))) : {};
  return fields.map((field) => {
    const facet = found[field.name];
    const part = parts.find((each) => each.field === field)?.part;
    if (KINDS[field.type] === "terms") return terms(field, facet);
    return part ? part.shown(divisions[field.name], clock) : { field, buckets: [] };
  });
}

function terms(field, { buckets, others }) {
  const isKey = others > 0 && buckets.every(({ count }) => count === 1);
  return { field, others, isKey,
    buckets: isKey ? [] : buckets.map(({ key, count }) => ({ label: key, count, filter: filterOf(field.name, key) })) };
}

/** Years beyond four digits, and those that stand for no date, have no interval. */
const LOCAL = /^\d{4}-\d{2}-\d{2} \d{2}:/;

const divided = (field, metrics) => (metrics?.count ? (field.type === "date" ? intervals(field, metrics) : ranges(field, metrics)) : null);

function intervals(field, { min, max }) {
  const span = Date.parse(max) - Date.parse(min);
  const [unit] = UNITS.find(([, length]) => span / length < INTERVALS) ?? UNITS.at(-1);
  return {
    facet: { date_histogram: { field: field.name, interval: unit } },
    shown: ({ buckets }, clock) => ({ field, unit, bars: true, earlier: Math.max(0, buckets.length - MOST_INTERVALS),
      buckets: buckets.slice(-MOST_INTERVALS).map(({ key, count }) => ({ key: clock.show(key), count }))
        .filter(({ key }) => LOCAL.test(key))
        .map(({ key, count }) => ({ count, ...interval(field.name, unit, key) })) }),
  };
}

/** Names an interval that begins at a local time, and the filter that selects it. */
function interval(field, unit, local) {
  const [date, time] = local.split(" ");
  const [year, month, day] = date.split("-").map(Number);
  const ends = (y, m, d) => new Date(Date.UTC(year + y, month - 1 + m, day + d)).toISOString().slice(0, 10);
  const whole = (label, end) => ({ label, filter: `${field}>=${date} ${field}<${end}` });
  switch (unit) {
    case "year": return whole(String(year), ends(1, 0, 0));
    case "quarter": return whole(`${year} Q${Math.ceil(month / 3)}`, ends(0, 3, 0));
    case "month": return whole(date.slice(0, 7), ends(0, 1, 0));
    case "week": return whole(`${date} – ${ends(0, 0, 6).slice(5)}`, ends(0, 0, 7));
    case "day": return { label: date, filter: `${field}:${date}` };
    default: {
      const length = unit === "hour" ? 3_600_000 : 60_000;
      const [hour, minute] = time.split(":");
      const next = new Date(Date.UTC(year, month - 1, day, hour, minute) + length).toISOString().slice(0, 16);
      return { label: `${date} ${hour}:${minute}`, filter: `${field}>="${date}T${hour}:${minute}" ${field}<"${next}"` };
    }
  }
}

/** Divides numbers at round places: evenly, or by powers of ten if most are far below the greatest. */
function ranges(field, { min, max, avg }) {
  const isWhole = field.type === "int" || field.type === "long";
  const [low, high] = [Number(min), Number(max)];
  if (!Number.isFinite(low) || !Number.isFinite(high) || low === high) return null;
  const bounds = low >= 0 && high > 20 * avg && high >= 100 ? powers(high) : steps(low, high, isWhole);
  const inner = bounds.filter((each) => each > low && each <= high);
  const list = [undefined, ...inner].map((gte, i) => ({ key: String(i), ...(gte === undefined ? {} : { gte }), ...(i < inner.length ? { lt: inner[i] } : {}) }));
  if (list.length < 2) return null;
  return {
    facet: { ranges: { field: field.name, ranges: list } },
    shown: ({ buckets }) => ({ field, bars: true, buckets: buckets.filter(({ count }) => count > 0).map(({ key, count }) => {
      const { gte, lt } = list[Number(key)];
      const filter = [gte === undefined ? null : `${field.name}>=${literal(gte)}`, lt === undefined ? null : `${field.name}<${literal(lt)}`];
      return { count, filter: filter.filter(Boolean).join(" "),
        label: gte === undefined ? `< ${rounded(lt)}` : lt === undefined ? `≥ ${rounded(gte)}` : `${rounded(gte)} – ${rounded(lt)}` };
    }) }),
  };
}

/** A minus would be an operator. */
const literal = (value) => (value < 0 ? `"${value}"` : String(value));

function powers(high) {
  const exponent = Math.floor(Math.log10(high));
  return Array.from({ length: RANGES - 1 }, (_, i) => 10 ** (exponent - RANGES + 2 + i)).filter((each) => each >= 1);
}

function steps(low, high, isWhole) {
  const rough = (high - low) / RANGES;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max([1, 2, 5, 10].find((each) => each * power >= rough) * power, isWhole ? 1 : 0);
  const digits = Math.max(0, -Math.floor(Math.log10(step)));
  return Array.from({ length: 2 * RANGES }, (_, i) => Number((Math.floor(low / step) * step + i * step).toFixed(Math.min(digits, 20))));
}

/**
 * Shows facets.
 *
 * @param actions `filters` that apply, `toggle(filter)`, `suggest(field, prefix)`, and `others`: the fields that are not shown, `add(field)`
 */
export function facets(shown, actions) {
  const list = shown.filter(({ buckets, isKey }) => buckets.length || isKey).map((each) => facet(each, actions));
  const others = actions.others.length ? more(actions) : null;
  return [...list, others].filter(Boolean);
}

function facet({ field, buckets, bars, earlier, others, isKey }, actions) {
  const most = Math.max(...buckets.map(({ count }) => count));
  const title = el("h2", { id: `facet-${field.name}` }, field.name);
  const values = buckets.map((bucket) => el("li", null, button(bucket, bars ? bucket.count / most : null, actions)));
  const find = field.type === "keyword" && (others > 0 || isKey)
    ? combobox(field.name, (prefix, signal) => actions.suggest(field.name, prefix, signal), (value) => actions.toggle(filterOf(field.name, value))) : null;
  return el("section", { class: "facet", "aria-labelledby": `facet-${field.name}` }, title,
    isKey ? el("p", { class: "quiet" }, texts.allDiffer) : null,
    earlier ? el("p", { class: "quiet" }, texts.earlier(number(earlier))) : null,
    values.length ? el("ul", null, ...values) : null, find);
}

function button({ label, count, filter }, share, { filters, toggle }) {
  const button = el("button", { type: "button", "aria-pressed": String(filters.includes(filter)), title: filter },
    el("span", { class: "value" }, label === "" ? texts.emptyValue : plain(label)), " ", el("span", { class: "count" }, number(count)));
  if (share !== null) {
    const bar = el("span", { class: "bar", "aria-hidden": "true" });
    bar.style.width = `${Math.max(1, Math.round(share * 100))}%`;
    button.append(bar);
  }
  button.addEventListener("click", () => toggle(filter));
  return button;
}

function more({ others, add }) {
  const buttons = others.map((field) => {
    const button = el("button", { type: "button", "aria-label": texts.countBy(field.name) }, field.name);
    button.addEventListener("click", () => add(field));
    return el("li", null, button);
  });
  return el("details", { class: "others" }, el("summary", null, texts.moreFields), el("ul", null, ...buttons));
}
