/* SPDX-License-Identifier: Apache-2.0 */
/** The commands that create, list and delete indexes, draft definitions, and load the samples. */
@NullMarked
package io.hbasesearch.cli.command.index;

import org.jspecify.annotations.NullMarked;
