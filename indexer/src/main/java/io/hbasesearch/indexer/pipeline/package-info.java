/* SPDX-License-Identifier: Apache-2.0 */
/** One index's way from event to document: poll, read, map, write, acknowledge. Knows neither Kafka nor a backend. */
@NullMarked
package io.hbasesearch.indexer.pipeline;

import org.jspecify.annotations.NullMarked;
