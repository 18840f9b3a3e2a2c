/* SPDX-License-Identifier: Apache-2.0 */
/** Compares a table with its index, in both directions. */
@NullMarked
package io.hbasesearch.indexer.verify;

import org.jspecify.annotations.NullMarked;
