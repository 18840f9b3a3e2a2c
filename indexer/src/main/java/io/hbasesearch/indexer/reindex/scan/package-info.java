/* SPDX-License-Identifier: Apache-2.0 */
/** Scans a table behind markers, writes its documents and removes what the table lacks. */
@NullMarked
package io.hbasesearch.indexer.reindex.scan;

import org.jspecify.annotations.NullMarked;
