/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

/** Counts of an index's content.
 *
 * @param documents rows that a search can find
 * @param deletedStubs deleted rows whose version is still kept
 * @param failedStubs rows without a document because of a dead letter
 * @param bytes on disk
 */
public record IndexStatistics(long documents, long deletedStubs, long failedStubs, long bytes) {}
