/* SPDX-License-Identifier: Apache-2.0 */
/** The commands that encode, decode, explain and check row keys. */
@NullMarked
package io.hbasesearch.cli.command.rowkey;

import org.jspecify.annotations.NullMarked;
