/* SPDX-License-Identifier: Apache-2.0 */
// The page's own texts, in its language. Messages of the gateway are shown as they come.

import { en } from "./texts.en.js";
import { zh } from "./texts.zh.js";

const TEXTS = { en, zh };
const asked = new URLSearchParams(location.search).get("lang");

/** The language of the page: "en" or "zh". */
export const language = asked in TEXTS ? asked : navigator.language?.toLowerCase().startsWith("zh") ? "zh" : "en";
export const other = language === "zh" ? { code: "en", html: "en", name: "English" } : { code: "zh", html: "zh-CN", name: "中文" };
export const texts = TEXTS[language];

/** Writes the texts into the elements of the page that name them. */
export function translate() {
  document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = texts[element.dataset.text];
  document.getElementById("q").placeholder = texts.terms;
  document.getElementById("index").title = texts.index;
}
