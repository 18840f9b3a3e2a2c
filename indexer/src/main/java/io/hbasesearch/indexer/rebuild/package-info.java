/* SPDX-License-Identifier: Apache-2.0 */
/** Changes of an index's generations: building one beside the live one and letting readers see it, and going back. */
@NullMarked
package io.hbasesearch.indexer.rebuild;

import org.jspecify.annotations.NullMarked;
