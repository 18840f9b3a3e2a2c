/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

/**
 * What an index holds.
 *
 * @param documents rows that a search can find
 * @param deletedStubs rows that are gone and whose version is still remembered
 * @param failedStubs rows without a document because of a dead letter
 * @param bytes on disk
 */
public record IndexStatistics(long documents, long deletedStubs, long failedStubs, long bytes) {}
