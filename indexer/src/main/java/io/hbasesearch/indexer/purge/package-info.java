/* SPDX-License-Identifier: Apache-2.0 */
/** Removes stubs of deleted rows that nothing needs any more. */
@NullMarked
package io.hbasesearch.indexer.purge;

import org.jspecify.annotations.NullMarked;
