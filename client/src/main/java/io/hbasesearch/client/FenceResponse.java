/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.client;

/**
 * Answer for a fence that was reached: searches that begin now see the row as it was when the fence was requested, or later.
 *
 * @param key in base64url
 * @param keyText in readable form; null for bytes that are not text
 * @param version of the row's event; the index shows this version or a later one
 * @param state {@code document}, {@code deleted} for a deleted row, or {@code failed} for a row that cannot be indexed
 */
public record FenceResponse(String index, String key, String keyText, long version, String state, long tookMs) {}
