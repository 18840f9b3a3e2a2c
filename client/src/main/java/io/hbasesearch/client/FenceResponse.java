/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.client;

/**
 * A fence that was reached: searches that begin now see the row as it was when the fence was asked for, or later.
 *
 * @param key in base64url
 * @param keyText as people read it; null for bytes that are no text
 * @param version of the row's event: what the index shows is of this version or a later one
 * @param state {@code document}, {@code deleted} for a row that is gone, or {@code failed} for one that cannot be indexed
 */
public record FenceResponse(String index, String key, String keyText, long version, String state, long tookMs) {}
