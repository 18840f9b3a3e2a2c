/* SPDX-License-Identifier: Apache-2.0 */
// Renders the OpenAPI document, without any text of its own.

import { el } from "./render.js";

const head = (...names) => el("thead", null, el("tr", null, ...names.map((name) => el("th", null, name))));
// A browser scrolls by keys what has the focus.
const table = (label, names, rows) => el("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": label }, el("table", null, head(...names), el("tbody", null, ...rows)));
const row = (...cells) => el("tr", null, ...cells.map((cell) => el("td", null, cell)));

function resolver(description) {
  return (node) => node?.$ref
    ? node.$ref.slice(2).split("/").reduce((at, name) => at?.[name], description)
    : node;
}

function type(schema) {
  if (!schema) return "";
  if (schema.$ref) return schema.$ref.split("/").pop();
  if (schema.enum) return schema.enum.join(", ");
  if (schema.oneOf) return schema.oneOf.map(type).join(" or ");
  if (schema.type === "array") return "list of " + type(schema.items);
  return [schema.type, schema.default === undefined ? null : "default " + schema.default].filter(Boolean).join(", ");
}

function parameters(operation, name, resolve) {
  const rows = (operation.parameters ?? []).map(resolve)
    .map((each) => row(each.name, each.in, type(each.schema), each.description ?? ""));
  const body = operation.requestBody?.content?.["application/json"]?.schema?.properties ?? {};
  for (const [name, schema] of Object.entries(body)) rows.push(row(name, "body", type(schema), schema.description ?? ""));
  return rows.length ? table(`parameters of ${name}`, ["parameter", "in", "type", "meaning"], rows) : null;
}

function answer(operation) {
  const content = Object.entries(operation.responses?.["200"]?.content ?? {});
  return content.map(([media, each]) => el("p", { class: "quiet" }, `200: ${media}, ${type(each.schema)}`));
}

function operation(path, method, each, resolve) {
  const name = `${method.toUpperCase()} ${path}`;
  return el("article", null,
    el("h2", null, el("code", null, name)),
    el("p", null, each.summary ?? ""), parameters(each, name, resolve), ...answer(each));
}

// An inline object without a schema name is shown under its property's path: "total.value", "hits[].key", "facets.*.buckets".
function properties(prefix, each) {
  return Object.entries(each.properties ?? {}).flatMap(([property, of]) => {
    const name = prefix + property;
    return [row(name, type(of), each.required?.includes(property) ? "always" : "", of.description ?? ""),
      ...properties(name + ".", of), ...properties(name + "[].", of.items ?? {}),
      ...properties(name + ".*.", of.additionalProperties || {})];
  });
}

function schema(name, each) {
  const rows = properties("", each);
  return el("article", null, el("h2", null, name), each.description ? el("p", null, each.description) : null,
    rows.length ? table(`properties of ${name}`, ["property", "type", "present", "meaning"], rows) : null);
}

export function page(description) {
  const resolve = resolver(description);
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, each]) => operation(path, method, each, resolve)));
  const schemas = Object.entries(description.components.schemas).map(([name, each]) => schema(name, each));
  return [el("h1", null, description.info.title), el("p", null, description.info.description), ...operations,
    el("h1", null, "Responses"), ...schemas];
}

try {
  const response = await fetch("../v1/openapi.json");
  if (!response.ok) throw new Error(`the gateway answered ${response.status}`);
  document.getElementById("operations").replaceChildren(...page(await response.json()));
} catch (failure) {
  const problem = document.getElementById("problem");
  problem.hidden = false;
  problem.replaceChildren(el("p", null, `The API description cannot be loaded: ${failure.message}`));
}
