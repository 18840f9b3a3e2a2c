/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.mcp;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/** Shows the query language: docs/how-to-ask.md, whose examples a test runs. */
final class HowToAskTool implements Tool {
    private static final String ABOUT =
            "The arguments 'query' and 'filter' of search and count take this language. The rows below are examples: list_indexes"
                    + " has the fields of your indexes.\n\n";

    private static final String PAGE = "how-to-ask.md";
    /** Links to other pages lead nowhere from here. */
    private static final Pattern LINK = Pattern.compile("\\[([^\\]]+)\\]\\([^)]+\\)");

    @Override
    public String name() {
        return "how_to_ask";
    }

    @Override
    public String title() {
        return "Show the query language";
    }

    @Override
    public String description() {
        return "Shows how to write 'query' and 'filter', with examples and the rows that each finds.";
    }

    @Override
    public List<Argument> arguments() {
        return List.of();
    }

    @Override
    public String call(Arguments given) {
        try (InputStream page = HowToAskTool.class.getResourceAsStream(PAGE)) {
            if (page == null) {
                throw new IllegalStateException("the program's jar lacks " + PAGE);
            }
            String text = new String(page.readAllBytes(), StandardCharsets.UTF_8);
            return ABOUT + LINK.matcher(text).replaceAll("$1");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
