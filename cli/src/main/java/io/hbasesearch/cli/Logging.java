/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** Chooses how much is logged, and in which form; must run before the first logger is made, as logback.xml reads what is set here. */
final class Logging {
    private static final Set<String> SERVICES = Set.of("serve", "indexer", "gateway");
    /** Of {@link GlobalOptions}, which may stand before the command. */
    private static final Set<String> OPTIONS_WITH_VALUE = Set.of("--config", "-o", "--output");

    private Logging() {}

    /** @param environment {@code HBASE_SEARCH_LOG=json} for a JSON object a line, else text */
    static void configure(List<String> arguments, Map<String, String> environment) {
        boolean service = SERVICES.contains(command(arguments));
        boolean debug = arguments.contains("--debug");
        set("hbasesearch.log.level", debug ? "DEBUG" : service ? "INFO" : "WARN");
        set("hbasesearch.log.format", "json".equalsIgnoreCase(environment.get("HBASE_SEARCH_LOG")) ? "JSON" : "TEXT");
        // One-shot commands report failures themselves; the clients' own complaints would only repeat them.
        set("hbasesearch.log.libraries", service || debug ? "WARN" : "OFF");
    }

    /** The first argument that is no option and no option's value; picocli would tell, but too late for the first logger. */
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
