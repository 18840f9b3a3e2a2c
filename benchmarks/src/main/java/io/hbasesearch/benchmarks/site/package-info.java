/* SPDX-License-Identifier: Apache-2.0 */
/** Installations of ours, and what can be seen of them. */
@NullMarked
package io.hbasesearch.benchmarks.site;

import org.jspecify.annotations.NullMarked;
