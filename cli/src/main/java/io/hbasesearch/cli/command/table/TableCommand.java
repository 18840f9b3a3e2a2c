/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.table;

import io.hbasesearch.cli.command.GroupCommand;
import picocli.CommandLine.Command;

@Command(
        name = "table",
        description = "Create tables in the configured HBase, and read, write and import their rows.",
        subcommands = {
            TableListCommand.class,
            TableCreateCommand.class,
            TableDescribeCommand.class,
            TablePutCommand.class,
            TableGetCommand.class,
            TableScanCommand.class,
            TableCountCommand.class,
            TableDeleteCommand.class,
            TableImportCommand.class
        },
        footer = {
            "",
            "Keys and columns are written as in the HBase shell: family:qualifier, and \\xHH for a byte.",
            "A column may have a type: family:qualifier:int. Types: string, binary, short, int, long, float, double and"
                    + " boolean, encoded as HBase's Bytes does; binary is text with \\xHH for bytes."
        })
public final class TableCommand extends GroupCommand {}
