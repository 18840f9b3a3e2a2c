/* SPDX-License-Identifier: Apache-2.0 */
// Calls the gateway, with the API key of this tab if there is one.

import { texts } from "./texts.js";

const KEY = "hbase-search.api-key";
const $ = (id) => document.getElementById(id);

export class Problem extends Error {
  constructor(document) {
    super(document.detail);
    this.document = document;
  }
}

// Integers beyond 2^53 keep their digits if the browser passes the source text to the reviver.
const exact = (key, value, context) =>
  typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? "") ? context.source : value;

export const hasKey = () => Boolean(sessionStorage.getItem(KEY));

/** Reads one JSON text. */
export const read = (text) => JSON.parse(text, exact);

/** Sends a request and returns the response, whatever its status is. Asks for an API key where the gateway requires one. */
export async function request(path, { signal, body } = {}) {
  const key = sessionStorage.getItem(KEY);
  const headers = { ...(key ? { "X-API-Key": key } : {}), ...(body ? { "Content-Type": "application/json" } : {}) };
  let response;
  try {
    response = await fetch(path, { signal, headers, ...(body ? { method: "POST", body: JSON.stringify(body) } : {}) });
  } catch (failure) {
    if (failure.name === "AbortError") throw failure;
    throw new Problem({ title: texts.noAnswer, detail: texts.stopped, hint: texts.again });
  }
  if (!response.headers.has("WWW-Authenticate")) return response;
  const problem = await json(response);
  await askForKey(key ? problem.detail : "");
  return request(path, { signal, body });
}

async function json(response) {
  const text = await response.text();
  try {
    return read(text);
  } catch {
    return { title: texts.unreadable, detail: response.statusText, status: response.status };
  }
}

/** Sends a request and returns the JSON of its answer, and its response. */
export async function ask(path, options) {
  const response = await request(path, options);
  const body = await json(response);
  if (!response.ok) throw new Problem(body);
  return { body, response };
}

export const call = async (path, options) => (await ask(path, options)).body;

/** Requests that are refused at the same time wait for one answer. */
let asked = null;

function askForKey(message) {
  $("key-problem").textContent = message;
  asked ??= new Promise((done) => {
    $("key-dialog").addEventListener("close", () => {
      sessionStorage.setItem(KEY, $("key").value);
      $("key").value = "";
      asked = null;
      done();
    }, { once: true });
    $("key-dialog").showModal();
  });
  return asked;
}
