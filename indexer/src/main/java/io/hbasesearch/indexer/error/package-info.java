/* SPDX-License-Identifier: Apache-2.0 */
/** Tells operators how to mend an index whose events or documents are lost. */
@NullMarked
package io.hbasesearch.indexer.error;

import org.jspecify.annotations.NullMarked;
