/* SPDX-License-Identifier: Apache-2.0 */
/** Converts documents to Lucene's and back, and names their fields. */
@NullMarked
package io.hbasesearch.lucene.document;

import org.jspecify.annotations.NullMarked;
