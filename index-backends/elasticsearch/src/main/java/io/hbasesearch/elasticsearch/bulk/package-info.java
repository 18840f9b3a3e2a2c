/* SPDX-License-Identifier: Apache-2.0 */
/** Writes documents with bulk requests: buffers them, limits the load, retries, and finds documents that Elasticsearch cannot take. */
@NullMarked
package io.hbasesearch.elasticsearch.bulk;

import org.jspecify.annotations.NullMarked;
