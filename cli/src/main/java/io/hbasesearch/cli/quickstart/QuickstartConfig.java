/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart;

import io.hbasesearch.administration.Configuration;
import io.hbasesearch.cli.quickstart.directory.QuickstartLayout;
import io.hbasesearch.cli.sample.SampleTable;
import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Writes the configuration of the quickstart's service and the user's commands. What the quickstart decides is in a file of its own,
 * which it writes at each start; everything else is the user's, and is written only if it is missing. Stateless.
 */
final class QuickstartConfig {
    /** Configuration files of earlier versions begin so. Users could keep nothing in them. */
    private static final String FORMER = "# Written by 'hbase-search quickstart' at each start: changes are lost.";

    private static final String OWN =
            """
            # yaml-language-server: $schema=schemas/hbase-search.schema.json
            # Your settings: the quickstart writes this file once, and keeps what you change. They override those of the included file.
            include: quickstart.yaml
            """;

    private static final Map<String, Function<ServiceConfig, Object>> DECIDED = decided();

    private QuickstartConfig() {}

    static void write(QuickstartSettings settings) throws IOException {
        QuickstartLayout layout = settings.layout();
        Files.createDirectories(layout.definitions());
        for (SampleTable table : SampleTable.ALL) {
            keep(settings, "indexes", table.index() + ".yaml");
        }
        // The definition of the mail box names it as a choice.
        keep(settings, "rowkeys", "mail-box.yaml");
        for (String schema : List.of("hbase-search", "index", "rowkey")) {
            Files.copy(
                    settings.home().resolve("config/schemas").resolve(schema + ".schema.json"),
                    directory(settings, "schemas").resolve(schema + ".schema.json"),
                    StandardCopyOption.REPLACE_EXISTING);
        }
        Files.writeString(layout.generatedConfigFile(), yaml(settings));
        Path own = layout.configFile();
        if (!Files.exists(own) || Files.readString(own).startsWith(FORMER)) {
            Files.writeString(own, OWN);
        }
    }

    /** Returns whether the quickstart itself has written a file of the configuration. */
    static boolean isWrittenHere(QuickstartLayout layout, Path file) {
        if (file.equals(layout.configFile())) {
            return isUnchanged(file);
        }
        boolean isSample = SampleTable.ALL.stream()
                .anyMatch(table -> file.equals(layout.definitions().resolve(table.index() + ".yaml")));
        return isSample
                || file.equals(layout.generatedConfigFile())
                || file.equals(layout.config().resolve("rowkeys").resolve("mail-box.yaml"))
                || file.startsWith(layout.config().resolve("schemas"));
    }

    private static boolean isUnchanged(Path own) {
        try {
            String text = Files.readString(own);
            return text.equals(OWN) || text.startsWith(FORMER);
        } catch (IOException e) {
            return false;
        }
    }

    private static Path directory(QuickstartSettings settings, String name) throws IOException {
        return Files.createDirectories(settings.layout().config().resolve(name));
    }

    private static void keep(QuickstartSettings settings, String directory, String file) throws IOException {
        Path target = directory(settings, directory).resolve(file);
        if (!Files.exists(target)) {
            Files.copy(settings.home().resolve("config").resolve(directory).resolve(file), target);
        }
    }

    /**
     * Reads the configuration.
     *
     * @throws HBaseSearchException CONFIGURATION_INVALID if the user's file changes what the quickstart itself decides
     */
    static Configuration read(QuickstartLayout layout, Map<String, String> environment) {
        Configuration configuration = Configuration.read(layout.configFile(), environment);
        ServiceConfig own = configuration.service();
        ServiceConfig decided =
                Configuration.read(layout.generatedConfigFile(), environment).service();
        List<String> changed = DECIDED.entrySet().stream()
                .filter(setting ->
                        !setting.getValue().apply(own).equals(setting.getValue().apply(decided)))
                .map(Map.Entry::getKey)
                .toList();
        if (!changed.isEmpty()) {
            throw new HBaseSearchException(
                    ErrorCode.CONFIGURATION_INVALID,
                    layout.configFile() + " sets " + String.join(", ", changed)
                            + ", which the quickstart decides, because it starts the servers",
                    "Remove it from the file; --port, --index and --data of the quickstart choose it.",
                    null);
        }
        return configuration;
    }

    private static Map<String, Function<ServiceConfig, Object>> decided() {
        Map<String, Function<ServiceConfig, Object>> decided = new LinkedHashMap<>();
        decided.put("hbase.zookeeper", config -> config.hbase().zookeeper());
        decided.put("kafka.bootstrapServers", config -> config.kafka().bootstrapServers());
        decided.put("index.backend", config -> config.index().backend());
        decided.put("index.lucene.directory", config -> config.index().lucene().directory());
        decided.put(
                "index.elasticsearch.urls",
                config -> config.index().elasticsearch().urls());
        decided.put("gateway.host", config -> config.gateway().host());
        decided.put("gateway.port", config -> config.gateway().port());
        decided.put("definitions", ServiceConfig::definitions);
        return decided;
    }

    private static String yaml(QuickstartSettings settings) {
        return """
                # yaml-language-server: $schema=schemas/hbase-search.schema.json
                # Written by 'hbase-search quickstart' at each start: changes are lost. Your own settings belong in hbase-search.yaml.
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
