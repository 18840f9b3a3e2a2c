/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import picocli.CommandLine.Command;

@Command(
        name = "rowkey",
        description =
                "Try a row-key specification: what keys it makes, reads and finds. No server is asked but by check, which"
                        + " reads keys of a table.",
        subcommands = {
            RowKeyEncodeCommand.class,
            RowKeyDecodeCommand.class,
            RowKeyExplainCommand.class,
            RowKeyCheckCommand.class
        })
public final class RowKeyCommand extends GroupCommand {}
