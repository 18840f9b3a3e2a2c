/* SPDX-License-Identifier: Apache-2.0 */
/** The comparisons; {@link io.hbasesearch.benchmarks.scenario.Scenarios} lists them. */
@NullMarked
package io.hbasesearch.benchmarks.scenario;

import org.jspecify.annotations.NullMarked;
