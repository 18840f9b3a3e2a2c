/* SPDX-License-Identifier: Apache-2.0 */
/** The commands that start, follow and control backfills and rebuilds. */
@NullMarked
package io.hbasesearch.cli.command.reindex;

import org.jspecify.annotations.NullMarked;
