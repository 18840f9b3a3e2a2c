/* SPDX-License-Identifier: Apache-2.0 */
/** What a run leaves behind: tables, JSON, Markdown, charts. */
@NullMarked
package io.hbasesearch.benchmarks.report;

import org.jspecify.annotations.NullMarked;
