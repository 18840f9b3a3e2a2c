/* SPDX-License-Identifier: Apache-2.0 */
/** The commands that read and write tables of HBase. */
@NullMarked
package io.hbasesearch.cli.command.table;

import org.jspecify.annotations.NullMarked;
