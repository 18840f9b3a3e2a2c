/* SPDX-License-Identifier: Apache-2.0 */
/** The base of all commands, the types of their options, and the commands without a group. */
@NullMarked
package io.hbasesearch.cli.command;

import org.jspecify.annotations.NullMarked;
