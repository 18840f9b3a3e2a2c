/* SPDX-License-Identifier: Apache-2.0 */
/** Examines an index's dead letters, has their rows read again, and deletes those that are no longer needed. */
@NullMarked
package io.hbasesearch.indexer.deadletter;

import org.jspecify.annotations.NullMarked;
