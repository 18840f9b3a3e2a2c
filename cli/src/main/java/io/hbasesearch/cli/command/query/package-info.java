/* SPDX-License-Identifier: Apache-2.0 */
/** The commands that ask a gateway: search, count, explain and suggest. */
@NullMarked
package io.hbasesearch.cli.command.query;

import org.jspecify.annotations.NullMarked;
