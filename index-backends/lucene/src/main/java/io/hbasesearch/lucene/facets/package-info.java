/* SPDX-License-Identifier: Apache-2.0 */
/** Counts the facets of a search within limits of memory and time. */
@NullMarked
package io.hbasesearch.lucene.facets;

import org.jspecify.annotations.NullMarked;
