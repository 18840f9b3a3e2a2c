/* SPDX-License-Identifier: Apache-2.0 */
/** Looks through an index's dead letters, has their rows read again, and throws away those that nobody needs any more. */
@NullMarked
package io.hbasesearch.indexer.deadletter;

import org.jspecify.annotations.NullMarked;
