/* SPDX-License-Identifier: Apache-2.0 */
/** Everything that talks to Kafka: the event source, offsets, dead letters, topics. Kafka's types stop here. */
@NullMarked
package io.hbasesearch.indexer.kafka;

import org.jspecify.annotations.NullMarked;
