/* SPDX-License-Identifier: Apache-2.0 */
/** What a pipeline takes from its topic and gives back: events, offsets, identities and dead letters. */
@NullMarked
package io.hbasesearch.indexer.pipeline.source;

import org.jspecify.annotations.NullMarked;
