/* SPDX-License-Identifier: Apache-2.0 */
/** Finds and locks the data directory of a quickstart. */
@NullMarked
package io.hbasesearch.cli.quickstart.directory;

import org.jspecify.annotations.NullMarked;
