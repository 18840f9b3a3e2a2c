/* SPDX-License-Identifier: Apache-2.0 */
/** Opens, owns, commits, lists and switches the indexes on disk. */
@NullMarked
package io.hbasesearch.lucene.index;

import org.jspecify.annotations.NullMarked;
