/* SPDX-License-Identifier: Apache-2.0 */
// What stands above the rows: how many there are, in which order, how fresh, and what can be done with all of them.

import { quote } from "./bytes.js";
import { hasKey, Problem } from "./gateway.js";
import { how } from "./how.js";
import { copy, el, lag, number } from "./render.js";
import { save } from "./save.js";
import { texts } from "./texts.js";

const SORTABLE = ["keyword", "boolean", "date", "int", "long", "float", "double"];

/** Returns the number of rows, which of them are shown, and a correction. */
export function status(answer, from, correct) {
  const total = answer.total.value;
  const shown = answer.hits.length;
  const meant = answer.did_you_mean;
  return [
    el("span", { title: answer.total.of === "table" ? texts.inTable : texts.inIndex },
      total ? (answer.total.relation === "gte" ? texts.atLeast : "") + texts.count(number(total), total) : texts.none),
    shown && shown < total ? el("span", { id: "range" }, texts.range(number(from + 1), number(from + shown))) : "",
    el("span", null, `${answer.took_ms} ms`),
    meant ? el("span", null, texts.meant[0], button(meant, () => correct(meant)), texts.meant[1]) : "",
  ].filter(Boolean);
}

function button(label, click, attributes) {
  const made = el("button", { type: "button", ...attributes }, label);
  made.addEventListener("click", () => click(made));
  return made;
}

/** Returns how fresh the rows are, and of which time zone times are. */
export const freshness = ({ as_of: asOf }, clock) => el("p", { id: "fresh" }, lag(asOf),
  asOf.time && asOf.basis !== "table" ? ` · ${texts.asOf(clock.show(asOf.time))}` : "", ` · ${texts.times(clock.zone)}`);

/** Returns the choice of an order: relevance, the row key, and each field that has one. */
export function order(index, chosen, choose) {
  const fields = index.fields.filter((each) => SORTABLE.includes(each.type));
  const known = [["", texts.byScore], ["_key:asc", texts.byKey],
    ...fields.flatMap(({ name }) => [[`${name}:asc`, `${name} ↑`], [`${name}:desc`, `${name} ↓`]])];
  const own = chosen.map((each) => (known.some(([key]) => key === `${each}:asc`) ? `${each}:asc` : each)).join(" ");
  const all = known.some(([key]) => key === own) ? known : [...known, [own, own]];
  const select = el("select", { id: "sort" }, ...all.map(([key, label]) => el("option", { value: key, selected: key === own }, label)));
  select.addEventListener("change", () => choose(select.value ? select.value.split(" ") : []));
  return el("span", { class: "sort" }, el("label", { for: "sort" }, texts.sort), " ", select);
}

/**
 * Returns what can be done with the rows that are shown.
 *
 * @param path of this search, `stream` of all its rows, `explain` of its plan
 */
export function tools(answer, times, index, paths) {
  const url = () => `curl ${hasKey() ? '-H "X-API-Key: $API_KEY" ' : ""}${quote(String(new URL(paths.path, location.href)))}`;
  return [
    el("p", { class: "actions" }, hasKey() ? null : el("a", { href: paths.path }, "JSON"), " ", copy("curl", url), " ",
      saver("NDJSON", paths.stream, `${index.name}.ndjson`, null), " ", saver("CSV", paths.stream, `${index.name}.csv`, index.fields.map(({ name }) => name)),
      el("span", { id: "saved", role: "status" })),
    how(answer, times, paths.explain),
  ];
}

/** Returns a button that saves all rows, and stops that when it is pressed again. */
function saver(label, path, name, fields) {
  let running = null;
  const tell = (text) => { document.getElementById("saved").textContent = text; };
  return button(label, async (own) => {
    if (running) return running.abort();
    running = new AbortController();
    own.textContent = texts.stop;
    try {
      const { rows, isWhole } = await save(path, name, fields, (count) => tell(texts.saving(number(count))), running.signal);
      tell(texts.saved(number(rows), name) + (isWhole ? "" : ` ${texts.notAll}`));
    } catch (failure) {
      tell(running.signal.aborted ? texts.notSaved("") : texts.notSaved(failure instanceof Problem ? failure.document.detail : String(failure)));
    } finally {
      running = null;
      own.textContent = label;
    }
  }, { title: texts.saveAll(label), "aria-label": texts.saveAll(label) });
}
