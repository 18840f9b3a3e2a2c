/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.query;

import io.hbasesearch.cli.command.BaseCommand;
import io.hbasesearch.cli.mcp.McpService;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.cli.session.Versions;
import io.hbasesearch.client.GatewayClient;
import io.hbasesearch.core.error.ExitCode;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "mcp",
        description =
                "Let an AI agent search, read-only: speaks the Model Context Protocol (MCP) on stdin and stdout until stdin"
                        + " is closed.",
        footer = {
            "",
            "An agent's client starts it, with a configuration such as",
            "{\"mcpServers\": {\"hbase-search\": {\"command\": \"/path/to/hbase-search\", \"args\": [\"mcp\"]}}}"
        })
public final class McpCommand extends BaseCommand {
    @Mixin
    private GatewayOption gateway = new GatewayOption();

    public McpCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Function<String, GatewayClient> clients = gateway.clients(session(), Duration.ZERO);
        if (console().terminal().stdin()) {
            console().info("Waiting for messages of an MCP client; Ctrl-D ends it.");
        }
        PrintStream before = System.out;
        // Stdout carries the protocol alone: what a library prints goes to stderr.
        System.setOut(console().err());
        try {
            new McpService(clients, Versions.program())
                    .run(session().in(), console().stdout());
        } finally {
            System.setOut(before);
        }
        return ExitCode.DONE;
    }
}
