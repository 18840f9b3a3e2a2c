/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart;

import io.hbasesearch.cli.quickstart.directory.QuickstartLayout;
import io.hbasesearch.cli.sample.SampleTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes the configuration of the quickstart's service and the user's commands. Stateless. */
final class QuickstartConfig {
    private QuickstartConfig() {}

    static void write(QuickstartSettings settings) throws IOException {
        QuickstartLayout layout = settings.layout();
        Files.createDirectories(layout.definitions());
        for (SampleTable table : SampleTable.ALL) {
            copy(settings, "indexes", table.index() + ".yaml");
        }
        // The definition of the mail box names it as a choice.
        copy(settings, "rowkeys", "mail-box.yaml");
        Files.writeString(layout.configFile(), yaml(settings));
    }

    private static void copy(QuickstartSettings settings, String directory, String file) throws IOException {
        Path target = settings.layout().config().resolve(directory);
        Files.createDirectories(target);
        Files.copy(
                settings.home().resolve("config").resolve(directory).resolve(file),
                target.resolve(file),
                StandardCopyOption.REPLACE_EXISTING);
    }

    private static String yaml(QuickstartSettings settings) {
        return """
                # Written by 'hbase-search quickstart' at each start: changes are lost.
                hbase:
                  zookeeper: %s
                kafka:
                  bootstrapServers: %s
                index:
                  backend: %s
                  elasticsearch:
                    urls: ["http://127.0.0.1:%d"]
                    replicas: 0
                  lucene:
                    directory: %s
                gateway:
                  host: 127.0.0.1
                  port: %d
                operations:
                  gatewayPort: 0
                definitions: %s
                """
                .formatted(
                        settings.zooKeeper(),
                        settings.bootstrapServers(),
                        settings.index(),
                        settings.ports().elasticsearch(),
                        quoted(settings.layout().index()),
                        settings.ports().page(),
                        quoted(settings.layout().definitions()));
    }

    /** Returns a YAML scalar in single quotes: a path may contain any character. */
    private static String quoted(Path path) {
        return "'" + path.toString().replace("'", "''") + "'";
    }
}
