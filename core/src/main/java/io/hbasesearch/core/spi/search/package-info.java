/* SPDX-License-Identifier: Apache-2.0 */
/** Describes what a search asks of an index and what the index answers; begin with {@code SearchRequest} and {@code SearchResult}. */
package io.hbasesearch.core.spi.search;
