/* SPDX-License-Identifier: Apache-2.0 */
/** Microbenchmarks of hot paths. */
@NullMarked
package io.hbasesearch.benchmarks.jmh;

import org.jspecify.annotations.NullMarked;
