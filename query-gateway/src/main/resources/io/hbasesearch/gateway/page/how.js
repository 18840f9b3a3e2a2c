/* SPDX-License-Identifier: Apache-2.0 */
// How a search was answered: the plan, the keys or ranges that were read, the checks, and the time of each stage.

import { call } from "./gateway.js";
import { el, number, problem, scroll } from "./render.js";
import { texts } from "./texts.js";

const SHOWN = 20;

const line = (name, ...value) => el("tr", null, el("th", { scope: "row" }, name), el("td", null, ...value));
const lines = (list) => list.flatMap((each, i) => [i ? el("br") : null, el("code", null, each)]);

/** Returns the times of the stages that a response names, in its order. */
export function stages(response) {
  return (response.headers.get("Server-Timing") ?? "").split(",").map((each) => /^\s*([\w-]+);dur=([\d.]+)/.exec(each)).filter(Boolean)
    .map(([, name, millis]) => ({ name, millis: Number(millis) }));
}

/**
 * Returns a part of the page that asks the gateway for its plan when it is opened.
 *
 * @param path of the request for the plan
 */
export function how(answer, times, path) {
  const box = el("div");
  const details = el("details", { id: "how" }, el("summary", null, texts.how), box);
  details.addEventListener("toggle", async () => {
    if (!details.open || box.childElementCount) return;
    try {
      box.replaceChildren(table(answer, times, await call(path)));
    } catch (failure) {
      box.replaceChildren(el("div", { class: "problem" }, ...problem(failure.document ?? { title: texts.pageFailed, detail: String(failure) })));
    }
  });
  return details;
}

function table(answer, times, plan) {
  const ranges = (plan.ranges ?? []).slice(0, SHOWN).map(({ start, stop }) => `[${start ?? ""}, ${stop ?? ""})`);
  const keys = (plan.keys ?? []).slice(0, SHOWN);
  const more = plan.count > SHOWN ? [el("br"), texts.andMore(number(plan.count - SHOWN))] : [];
  const check = answer.verification;
  return scroll(texts.how, el("table", { class: "facts" }, el("tbody", null, ...[
    line(texts.plan, `${texts.plans[answer.plan] ?? answer.plan} (${plan.path})`),
    line(texts.reason, plan.reason),
    ranges.length ? line(texts.ranges, ...lines(ranges), ...more) : null,
    keys.length ? line(texts.keysRead, ...lines(keys), ...more) : null,
    plan.residual.length ? line(texts.residual, ...lines(plan.residual)) : null,
    plan.synonyms?.length ? line(texts.synonyms, ...lines(plan.synonyms)) : null,
    plan.scoring ? line(texts.scoring, el("code", null, JSON.stringify(plan.scoring))) : null,
    line(texts.stages, `${answer.took_ms} ms`, ...times.flatMap(({ name, millis }) => [el("br"), `${texts.stage[name] ?? name}: ${millis.toFixed(1)} ms`])),
    line(texts.checks, texts.checked(check.mode, number(check.checked), number(check.stale), number(check.refilled))),
    line(texts.fresh, answer.as_of.time ?? "", " ", `(${texts.basis[answer.as_of.basis] ?? answer.as_of.basis})`),
  ].filter(Boolean))));
}
