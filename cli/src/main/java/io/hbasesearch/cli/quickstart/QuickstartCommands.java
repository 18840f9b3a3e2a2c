/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart;

import io.hbasesearch.cli.output.CommandHints;
import io.hbasesearch.cli.quickstart.directory.QuickstartLayout;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Provides the commands that a quickstart suggests, with the options that lead to its own data directory, ports and
 * configuration.
 */
record QuickstartCommands(QuickstartSettings settings) {
    private static final String PROGRAM = "./hbase-search ";

    QuickstartCommands {
        Objects.requireNonNull(settings, "settings");
    }

    /** Returns the command that starts the same quickstart again. */
    String start() {
        String index = settings.index() == IndexKind.LUCENE ? "" : " --index " + settings.index();
        int page = settings.ports().page();
        String port = page == QuickstartPorts.DEFAULT_PAGE ? "" : " --port " + page;
        return PROGRAM + "quickstart" + index + data() + port;
    }

    /** Returns the command that removes the quickstart's files. */
    String clean() {
        return PROGRAM + "quickstart clean" + data();
    }

    /** Returns another command, with the option for the configuration unless it finds that of the quickstart itself. */
    String with(String command) {
        return PROGRAM
                + command
                + (isDefaultData()
                        ? ""
                        : " --config " + quoted(settings.layout().configFile()));
    }

    private String data() {
        return isDefaultData() ? "" : " --data " + quoted(settings.layout().root());
    }

    private boolean isDefaultData() {
        return settings.layout().equals(new QuickstartLayout(settings.home().resolve(QuickstartLayout.DEFAULT_NAME)));
    }

    /** Quotes a path for a POSIX shell. */
    private static String quoted(Path path) {
        return CommandHints.quoted(path.toString());
    }
}
