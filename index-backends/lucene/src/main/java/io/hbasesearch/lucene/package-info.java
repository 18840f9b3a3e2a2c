/* SPDX-License-Identifier: Apache-2.0 */
/** Stores documents in Lucene indexes of this machine; {@link io.hbasesearch.lucene.LuceneBackend} is the entry. */
@NullMarked
package io.hbasesearch.lucene;

import org.jspecify.annotations.NullMarked;
