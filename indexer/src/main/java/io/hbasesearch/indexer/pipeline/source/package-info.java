/* SPDX-License-Identifier: Apache-2.0 */
/** Reads a pipeline's events from its topic, and tracks offsets, identities and dead letters. */
@NullMarked
package io.hbasesearch.indexer.pipeline.source;

import org.jspecify.annotations.NullMarked;
