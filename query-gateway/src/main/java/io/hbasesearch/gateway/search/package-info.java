/* SPDX-License-Identifier: Apache-2.0 */
/** Answers searches: chooses a path, collects hits, checks them against their rows and writes the page. */
@NullMarked
package io.hbasesearch.gateway.search;

import org.jspecify.annotations.NullMarked;
