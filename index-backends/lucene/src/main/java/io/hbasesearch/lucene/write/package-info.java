/* SPDX-License-Identifier: Apache-2.0 */
/** Writes documents on the threads of a writer, such that the highest version of each stays. */
@NullMarked
package io.hbasesearch.lucene.write;

import org.jspecify.annotations.NullMarked;
