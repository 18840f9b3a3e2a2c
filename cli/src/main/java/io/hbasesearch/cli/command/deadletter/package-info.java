/* SPDX-License-Identifier: Apache-2.0 */
/** The commands that list, show, replay and purge dead letters. */
@NullMarked
package io.hbasesearch.cli.command.deadletter;

import org.jspecify.annotations.NullMarked;
