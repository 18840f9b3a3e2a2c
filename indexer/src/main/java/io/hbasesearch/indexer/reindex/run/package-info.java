/* SPDX-License-Identifier: Apache-2.0 */
/** Keeps the state of a run in a log, such that another process can continue it. */
@NullMarked
package io.hbasesearch.indexer.reindex.run;

import org.jspecify.annotations.NullMarked;
