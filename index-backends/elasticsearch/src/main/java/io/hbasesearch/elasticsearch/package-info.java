/* SPDX-License-Identifier: Apache-2.0 */
/** Stores documents in Elasticsearch; {@link io.hbasesearch.elasticsearch.ElasticsearchBackend} is the entry. */
@NullMarked
package io.hbasesearch.elasticsearch;

import org.jspecify.annotations.NullMarked;
