/* SPDX-License-Identifier: Apache-2.0 */
/** Runs the pipelines of one index, one for each generation, and its upkeep. */
@NullMarked
package io.hbasesearch.indexer.worker;

import org.jspecify.annotations.NullMarked;
