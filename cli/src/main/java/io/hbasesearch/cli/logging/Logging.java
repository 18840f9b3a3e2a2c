/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.logging;

import io.hbasesearch.cli.session.GlobalOptions;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Configures the log level and format; must run before the first logger is created, because logback.xml reads these properties.
 */
public final class Logging {
    private static final Set<String> SERVICES = Set.of("serve", "indexer", "gateway");
    /** The options of {@link GlobalOptions} with a value, which may precede the command. */
    private static final Set<String> OPTIONS_WITH_VALUE = Set.of("--config", "-o", "--output");

    private Logging() {}

    /** @param environment {@code HBASE_SEARCH_LOG=json} for a JSON object a line, else text */
    public static void configure(List<String> arguments, Map<String, String> environment) {
        boolean service = SERVICES.contains(command(arguments));
        boolean debug = arguments.contains("--debug");
        set("hbasesearch.log.level", debug ? "DEBUG" : service ? "INFO" : "WARN");
        set("hbasesearch.log.format", "json".equalsIgnoreCase(environment.get("HBASE_SEARCH_LOG")) ? "JSON" : "TEXT");
        // One-shot commands report failures themselves; the clients' log lines would only repeat them.
        set("hbasesearch.log.libraries", service || debug ? "WARN" : "OFF");
    }

    /**
     * Returns the first argument that is neither an option nor an option's value; picocli parses too late for the first logger.
     */
    static String command(List<String> arguments) {
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            if (OPTIONS_WITH_VALUE.contains(argument)) {
                i++;
            } else if (!argument.startsWith("-")) {
                return argument;
            }
        }
        return "";
    }

    private static void set(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }
}
