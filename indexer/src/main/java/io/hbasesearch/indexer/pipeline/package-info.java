/* SPDX-License-Identifier: Apache-2.0 */
/** Turns the events of one index into documents: polls, reads, maps, writes and acknowledges. Depends neither on Kafka nor on a backend. */
@NullMarked
package io.hbasesearch.indexer.pipeline;

import org.jspecify.annotations.NullMarked;
