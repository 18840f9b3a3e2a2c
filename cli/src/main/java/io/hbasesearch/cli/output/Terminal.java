/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.output;

import java.util.Map;

/**
 * Records which standard streams are a terminal, as the launcher has detected: Java 17 cannot tell them apart.
 *
 * @param stdin whether a user can answer a question
 * @param stdout whether a user reads the results as they come
 * @param stderr whether a progress bar makes sense
 * @param width cells in a line
 * @param colours whether escape sequences for colours may be written to stdout
 */
public record Terminal(boolean stdin, boolean stdout, boolean stderr, int width, boolean colours) {
    private static final int DEFAULT_WIDTH = 100;

    /** Returns a terminal without a user: all streams are pipes or files. */
    public static Terminal none() {
        return new Terminal(false, false, false, DEFAULT_WIDTH, false);
    }

    /** Reads the launcher's properties {@code hbasesearch.terminal} (digits of the streams) and {@code .columns}. */
    public static Terminal detect(Map<String, String> environment, boolean noColour) {
        String streams = System.getProperty("hbasesearch.terminal", "");
        boolean stdout = streams.contains("1");
        boolean colours =
                stdout && !noColour && !environment.containsKey("NO_COLOR") && !"dumb".equals(environment.get("TERM"));
        return new Terminal(streams.contains("0"), stdout, streams.contains("2"), columns(), colours);
    }

    private static int columns() {
        try {
            int width = Integer.parseInt(System.getProperty("hbasesearch.columns", ""));
            return width < 40 ? DEFAULT_WIDTH : width;
        } catch (NumberFormatException e) {
            return DEFAULT_WIDTH;
        }
    }
}
