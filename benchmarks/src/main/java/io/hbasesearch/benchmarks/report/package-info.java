/* SPDX-License-Identifier: Apache-2.0 */
/** Writes the reports of a run: tables, JSON and Markdown. */
@NullMarked
package io.hbasesearch.benchmarks.report;

import org.jspecify.annotations.NullMarked;
