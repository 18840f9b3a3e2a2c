/* SPDX-License-Identifier: Apache-2.0 */
// Converts values of rows to texts. A passage is [text, whether it is a match].

import { language } from "./texts.js";

const ENTITIES = { lt: "<", gt: ">", amp: "&", quot: '"', "#39": "'", "#x27": "'", "#x2F": "/", "#47": "/" };
const SHORT = 400;
const LONG = 2000;

const unescape = (html) =>
  html.replace(/&(#?\w+);/g, (whole, name) => ENTITIES[name] ?? whole);

/** Returns a value as text; a list as its values with commas between. */
export function plain(value) {
  if (Array.isArray(value)) return value.map(plain).join(", ");
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}

/** Writes a number with few digits: 1,500 or 2.5M. */
export function rounded(value) {
  return Math.abs(value) < 1e5 ? value.toLocaleString(language, { maximumFractionDigits: 6 })
    : value.toLocaleString(language, { notation: "compact", maximumSignificantDigits: 4 });
}

/** Splits a highlighter's fragment: escaped text with <em> around matches. */
function split(fragment) {
  return fragment.split(/<em>(.*?)<\/em>/s).map((part, i) => [unescape(part), i % 2 === 1]).filter(([part]) => part);
}

/** Returns the fragments with their places in the text, or null if one is not in it. */
function locate(text, fragments) {
  const located = [];
  let end = 0;
  for (const fragment of fragments) {
    const passages = split(fragment);
    const words = passages.map(([part]) => part).join("");
    const start = text.indexOf(words, end);
    if (start < 0) return null;
    end = start + words.length;
    located.push({ start, end, passages });
  }
  return located;
}

function joined(text, located, gap) {
  const passages = [];
  let end = 0;
  for (const each of located) {
    passages.push([gap(text.slice(end, each.start), end === 0, false), false], ...each.passages);
    end = each.end;
  }
  passages.push([gap(text.slice(end), false, true), false]);
  return passages.filter(([part]) => part);
}

/** Replaces a text that is left out by an ellipsis. */
function omit(text, first, last) {
  if (!text.trim()) return text;
  return first ? "… " : last ? " …" : " … ";
}

function beginning(text) {
  return text.length <= LONG ? text : text.slice(0, LONG).replace(/[\uD800-\uDBFF]$/, "") + " …";
}

/** Returns the passages of a text: all of it, and in brief what is around its matches. */
export function passages(text, fragments) {
  if (!fragments?.length) return { all: [[text, false]], brief: [[beginning(text), false]] };
  const located = locate(text, fragments);
  if (!located) {
    const found = fragments.flatMap((fragment) => [["… ", false], ...split(fragment), [" ", false]]);
    return { all: [[text, false]], brief: [...found, ["…", false]] };
  }
  const all = joined(text, located, (gap) => gap);
  return { all, brief: text.length <= SHORT ? all : joined(text, located, omit) };
}

/** Returns the end of a text, from the beginning of a word on where words are separated. */
export function ending(text, length) {
  if (text.length <= length) return text;
  const end = length ? text.slice(-length).replace(/^[\uDC00-\uDFFF]/, "") : "";
  const blank = end.search(/\s/);
  return "… " + (blank < 0 ? end : end.slice(blank + 1)).trimStart();
}

/** Returns what shows instants in a time zone: in UTC if the browser does not know the zone. */
export function clock(zone) {
  let format;
  const parts = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit",
    hourCycle: "h23", calendar: "iso8601", numberingSystem: "latn", timeZoneName: "longOffset" };
  try {
    format = new Intl.DateTimeFormat("en", { ...parts, timeZone: zone ?? "UTC" });
  } catch {
    format = new Intl.DateTimeFormat("en", { ...parts, timeZone: zone = "UTC" });
  }
  return { zone: zone ?? "UTC", show: (instant) => show(instant, format) };
}

function show(instant, format) {
  const date = new Date(instant);
  const year = date.getUTCFullYear();
  // Years of another length have no common notation.
  if (!(year > 1 && year < 9999)) return String(instant);
  const of = Object.fromEntries(format.formatToParts(date).map((part) => [part.type, part.value]));
  const millis = date.getUTCMilliseconds();
  const fraction = millis ? "." + String(millis).padStart(3, "0") : "";
  const offset = of.timeZoneName.replace(/^GMT/, "") || "UTC";
  return `${of.year.padStart(4, "0")}-${of.month}-${of.day} ${of.hour}:${of.minute}:${of.second}${fraction} ${offset}`;
}
