/* SPDX-License-Identifier: Apache-2.0 */
/** Translates searches, gets and scans into Elasticsearch's requests and reads the answers. */
@NullMarked
package io.hbasesearch.elasticsearch.search;

import org.jspecify.annotations.NullMarked;
