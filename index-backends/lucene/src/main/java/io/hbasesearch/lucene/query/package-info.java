/* SPDX-License-Identifier: Apache-2.0 */
/** Translates queries into Lucene's. */
@NullMarked
package io.hbasesearch.lucene.query;

import org.jspecify.annotations.NullMarked;
