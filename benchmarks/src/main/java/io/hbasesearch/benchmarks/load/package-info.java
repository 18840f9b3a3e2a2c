/* SPDX-License-Identifier: Apache-2.0 */
/** What is written and asked for: rows of real text, puts, requests that come when they come. */
@NullMarked
package io.hbasesearch.benchmarks.load;

import org.jspecify.annotations.NullMarked;
