/* SPDX-License-Identifier: Apache-2.0 */
/** Chooses and creates analyzers by name. */
@NullMarked
package io.hbasesearch.lucene.analysis;

import org.jspecify.annotations.NullMarked;
