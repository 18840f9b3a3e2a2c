/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults;

import io.hbasesearch.core.model.RowKey;
import java.util.Map;
import java.util.Set;

/**
 * What a table's rows must have become in its index, by the test's own reckoning.
 *
 * @param documents of rows that have one, with their fields
 * @param unmappable rows that are there and cannot be mapped: they have a stub that says so, and a dead letter
 */
public record Expected(Map<RowKey, Map<String, Object>> documents, Set<RowKey> unmappable) {}
