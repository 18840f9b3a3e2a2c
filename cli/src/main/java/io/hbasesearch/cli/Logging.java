/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli;

import java.util.List;
import java.util.Set;

/** Chooses how much is logged; must run before the first logger is made, as logback.xml reads what is set here. */
final class Logging {
    private static final Set<String> SERVICES = Set.of("serve", "indexer", "gateway");

    private Logging() {}

    static void configure(List<String> arguments) {
        boolean service = arguments.stream()
                .filter(argument -> !argument.startsWith("-"))
                .findFirst()
                .filter(SERVICES::contains)
                .isPresent();
        boolean debug = arguments.contains("--debug");
        set("hbasesearch.log.level", debug ? "DEBUG" : service ? "INFO" : "WARN");
        // One-shot commands report failures themselves; the clients' own complaints would only repeat them.
        set("hbasesearch.log.libraries", service || debug ? "WARN" : "OFF");
    }

    private static void set(String property, String level) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, level);
        }
    }
}
