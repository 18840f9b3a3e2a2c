/* SPDX-License-Identifier: Apache-2.0 */
/** Connects to Elasticsearch, classifies its failures, and converts documents to and from its JSON. */
@NullMarked
package io.hbasesearch.elasticsearch.client;

import org.jspecify.annotations.NullMarked;
