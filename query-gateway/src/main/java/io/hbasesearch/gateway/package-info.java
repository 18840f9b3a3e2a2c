/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Full-text queries over HTTP, answered with rows of HBase. {@link io.hbasesearch.gateway.QueryGateway} is the entry point; read {@code
 * SearchService} for the steps of a query: search, fetch, map, highlight.
 */
@NullMarked
package io.hbasesearch.gateway;

import org.jspecify.annotations.NullMarked;
