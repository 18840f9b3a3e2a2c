/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hbasesearch.core.yaml.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

/** Writes a configuration file and reads it. */
abstract class ServiceConfigFile {
    static final String LEAST = "hbase: {zookeeper: zk1}\nkafka: {bootstrapServers: \"k1:9092\"}\n";

    @TempDir
    Path directory;

    final ServiceConfigReader reader = new ServiceConfigReader(Map.of("SECRET", "from-the-environment"));

    Path write(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text);
    }

    ServiceConfig read(String text) throws IOException {
        return reader.read(write("hbase-search.yaml", text));
    }

    List<String> problems(String text) throws IOException {
        Path file = write("hbase-search.yaml", text);
        ConfigurationException e = catchThrowableOfType(ConfigurationException.class, () -> reader.read(file));
        assertThat(e).as(text).isNotNull();
        return e.problems().stream()
                .map(problem -> problem.line() + ":" + problem.column() + ": "
                        + problem.message().replace(directory + "/", ""))
                .toList();
    }
}
