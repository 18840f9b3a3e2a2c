/* SPDX-License-Identifier: Apache-2.0 */
/** Creates, lists, checks and deletes indexes with their resources in Kafka and the backend. */
@NullMarked
package io.hbasesearch.indexer.lifecycle;

import org.jspecify.annotations.NullMarked;
