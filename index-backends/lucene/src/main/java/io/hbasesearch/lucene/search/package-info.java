/* SPDX-License-Identifier: Apache-2.0 */
/** Searches an index, keeps views of it for later pages, matches single documents and highlights them. */
@NullMarked
package io.hbasesearch.lucene.search;

import org.jspecify.annotations.NullMarked;
