/* SPDX-License-Identifier: Apache-2.0 */
/** Runs the pipelines of all indexes in this process, and creates and deletes an index's resources in Kafka and the backend. */
@NullMarked
package io.hbasesearch.indexer;

import org.jspecify.annotations.NullMarked;
