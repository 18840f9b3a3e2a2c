/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.mcp;

import java.util.List;

/** Answers one kind of call of an agent. Safe for use by several threads. */
interface Tool {
    String name();

    /** Says what the tool does, for people. */
    String title();

    /** Says when to call the tool and what it returns, for the agent. */
    String description();

    List<Argument> arguments();

    /**
     * @return text of at most {@link Limited#MOST_CHARACTERS}
     * @throws ToolFailure for a call that cannot be answered; other exceptions come from the gateway
     */
    String call(Arguments given);
}
