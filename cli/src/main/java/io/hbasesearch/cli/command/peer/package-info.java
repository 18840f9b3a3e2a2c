/* SPDX-License-Identifier: Apache-2.0 */
/** The commands that administer the replication peer. */
@NullMarked
package io.hbasesearch.cli.command.peer;

import org.jspecify.annotations.NullMarked;
