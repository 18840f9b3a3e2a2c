/* SPDX-License-Identifier: Apache-2.0 */
/** Finds and repairs differences that no event announces: the scrub, and the ranges of bulk loads. Announces rows; writes no document. */
@NullMarked
package io.hbasesearch.indexer.scrub;

import org.jspecify.annotations.NullMarked;
