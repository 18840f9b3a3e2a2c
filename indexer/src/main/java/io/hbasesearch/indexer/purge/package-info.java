/* SPDX-License-Identifier: Apache-2.0 */
/** Removes stubs of deleted rows that are no longer needed. */
@NullMarked
package io.hbasesearch.indexer.purge;

import org.jspecify.annotations.NullMarked;
