/* SPDX-License-Identifier: Apache-2.0 */
// Bytes in the notations of HBase, its shell and this gateway.

const escaped = (byte) => `\\x${byte.toString(16).toUpperCase().padStart(2, "0")}`;

/** Decodes Base64, also that of URLs. */
export function bytes(base64) {
  const text = atob(base64.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (each) => each.charCodeAt(0));
}

/** Writes bytes as HBase does: printable characters of ASCII as they are, other bytes as \xHH. */
export const binary = (all) => Array.from(all, (each) => (each >= 32 && each <= 126 && each !== 92 ? String.fromCharCode(each) : escaped(each))).join("");

/** Writes bytes as the shell reads them between double quotes, where # may begin an expression of Ruby. */
const between = (all) => binary(all).replace(/["#]/g, (each) => escaped(each.charCodeAt(0)));

/** Returns the shell's command for a row. */
export const shellGet = (table, key) => `get '${table.replace(/^default:/, "").replace(/['\\]/g, "\\$&")}', "${between(bytes(key))}"`;

/** Quotes a text for a shell of Unix. */
export const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`;
