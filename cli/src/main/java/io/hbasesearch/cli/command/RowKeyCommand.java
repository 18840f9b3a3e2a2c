/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import picocli.CommandLine.Command;

@Command(
        name = "rowkey",
        description = "Try a row-key specification: what keys it makes, reads and finds. No server is asked.",
        subcommands = {RowKeyEncodeCommand.class, RowKeyDecodeCommand.class, RowKeyExplainCommand.class})
public final class RowKeyCommand extends GroupCommand {}
