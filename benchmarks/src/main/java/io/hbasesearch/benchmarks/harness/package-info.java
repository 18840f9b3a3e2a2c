/* SPDX-License-Identifier: Apache-2.0 */
/** How scenarios run and what their figures come to: rounds, intervals, goals, servers. */
@NullMarked
package io.hbasesearch.benchmarks.harness;

import org.jspecify.annotations.NullMarked;
