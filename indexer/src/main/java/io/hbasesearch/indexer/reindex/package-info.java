/* SPDX-License-Identifier: Apache-2.0 */
/** Backfill: fills or refreshes an index from a scan of its table while live edits continue. */
@NullMarked
package io.hbasesearch.indexer.reindex;

import org.jspecify.annotations.NullMarked;
