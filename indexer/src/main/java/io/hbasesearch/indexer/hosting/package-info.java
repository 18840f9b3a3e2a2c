/* SPDX-License-Identifier: Apache-2.0 */
/** Runs backfills and rebuilds within a process that serves indexes. */
@NullMarked
package io.hbasesearch.indexer.hosting;

import org.jspecify.annotations.NullMarked;
