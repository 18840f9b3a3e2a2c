/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli;

import java.util.List;
import java.util.Set;

/** Chooses how much is logged; must run before the first logger is made, as logback.xml reads what is set here. */
final class Logging {
    private static final Set<String> SERVICES = Set.of("serve", "indexer", "gateway");
    /** Of {@link GlobalOptions}, which may stand before the command. */
    private static final Set<String> OPTIONS_WITH_VALUE = Set.of("--config", "-o", "--output");

    private Logging() {}

    static void configure(List<String> arguments) {
        boolean service = SERVICES.contains(command(arguments));
        boolean debug = arguments.contains("--debug");
        set("hbasesearch.log.level", debug ? "DEBUG" : service ? "INFO" : "WARN");
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

    private static void set(String property, String level) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, level);
        }
    }
}
