/* SPDX-License-Identifier: Apache-2.0 */
// An input that completes what is typed with values of the index, as a combobox with a list.

import { el, number } from "./render.js";
import { texts } from "./texts.js";

const PAUSE_MS = 150;

/**
 * @param values returns the values, with their counts, that begin so
 * @param chosen takes the value that is picked
 */
export function combobox(field, values, chosen) {
  const id = `values-${field}`;
  const list = el("ul", { id, role: "listbox", "aria-label": texts.valuesOf(field), hidden: true });
  const input = el("input", { type: "text", role: "combobox", "aria-expanded": "false", "aria-controls": id, "aria-autocomplete": "list",
    "aria-label": texts.findValue(field), placeholder: texts.findPlaceholder, autocomplete: "off", spellcheck: "false", maxlength: "150" });
  let [timer, running, active] = [0, null, -1];

  const options = () => [...list.children];

  function close() {
    clearTimeout(timer);
    running?.abort();
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
    active = -1;
  }

  function activate(next) {
    const all = options();
    if (!all.length) return;
    active = (next + all.length) % all.length;
    all.forEach((each, i) => each.setAttribute("aria-selected", String(i === active)));
    input.setAttribute("aria-activedescendant", all[active].id);
    all[active].scrollIntoView({ block: "nearest" });
  }

  function pick(option) {
    input.value = "";
    close();
    chosen(option.dataset.value);
  }

  async function show() {
    running?.abort();
    const own = (running = new AbortController());
    try {
      const found = await values(input.value, own.signal);
      if (own.signal.aborted) return;
      active = -1;
      input.removeAttribute("aria-activedescendant");
      list.replaceChildren(...found.map(({ value, count }, i) => el("li", { id: `${id}-${i}`, role: "option", "aria-selected": "false",
        "data-value": value }, el("span", { class: "value" }, value), " ", el("span", { class: "count" }, number(count)))));
      list.hidden = found.length === 0;
      input.setAttribute("aria-expanded", String(found.length > 0));
    } catch (failure) {
      if (failure.name !== "AbortError") close();
    }
  }

  input.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(show, PAUSE_MS); });
  input.addEventListener("blur", close);
  // The input keeps the focus while the list is clicked.
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => { const option = event.target.closest("li"); if (option) pick(option); });
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "ArrowDown") list.hidden ? show() : activate(active + 1);
    else if (event.key === "ArrowUp" && !list.hidden) activate(active < 0 ? -1 : active - 1);
    else if (event.key === "Enter" && active >= 0) pick(options()[active]);
    else if (event.key === "Escape" && !list.hidden) close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return el("div", { class: "combobox" }, input, list);
}
