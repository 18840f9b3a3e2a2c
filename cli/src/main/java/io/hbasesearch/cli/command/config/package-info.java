/* SPDX-License-Identifier: Apache-2.0 */
/** The commands that check, compare and explain configuration. */
@NullMarked
package io.hbasesearch.cli.command.config;

import org.jspecify.annotations.NullMarked;
