/* SPDX-License-Identifier: Apache-2.0 */
/** Changes an index's generations: builds one beside the live one, switches readers to it, and rolls back. */
@NullMarked
package io.hbasesearch.indexer.rebuild;

import org.jspecify.annotations.NullMarked;
