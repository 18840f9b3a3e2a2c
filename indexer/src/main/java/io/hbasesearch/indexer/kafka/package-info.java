/* SPDX-License-Identifier: Apache-2.0 */
/** The access to Kafka: event source, offsets, dead letters, topics. Kafka's types are used in no other package. */
@NullMarked
package io.hbasesearch.indexer.kafka;

import org.jspecify.annotations.NullMarked;
