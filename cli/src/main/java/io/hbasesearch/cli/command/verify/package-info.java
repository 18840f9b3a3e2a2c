/* SPDX-License-Identifier: Apache-2.0 */
/** The command that compares tables with their indexes. */
@NullMarked
package io.hbasesearch.cli.command.verify;

import org.jspecify.annotations.NullMarked;
