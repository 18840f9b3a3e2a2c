/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.rowkey;

import io.hbasesearch.cli.command.GroupCommand;
import picocli.CommandLine.Command;

@Command(
        name = "rowkey",
        description =
                "Try out a row-key specification. Contacts no server, except check, which" + " reads keys of a table.",
        subcommands = {
            RowKeyEncodeCommand.class,
            RowKeyDecodeCommand.class,
            RowKeyExplainCommand.class,
            RowKeyCheckCommand.class
        })
public final class RowKeyCommand extends GroupCommand {}
