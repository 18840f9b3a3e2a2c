/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.system;

import java.util.Map;

/**
 * One document as it physically is in an index.
 *
 * @param stub whether it stands for a row that is gone or failed
 * @param fields what the definition maps; without the fields that the backend keeps for itself
 */
public record RawDocument(boolean stub, long version, Map<String, Object> fields) {}
