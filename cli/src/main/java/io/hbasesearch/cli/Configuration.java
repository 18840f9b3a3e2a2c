/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli;

import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.config.ServiceConfigReader;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.IndexDefinitionReader;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.rowkey.yaml.RowKeySpecReader;
import io.hbasesearch.core.yaml.Problem;
import io.hbasesearch.core.yaml.Problems;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Everything that is configured: {@code hbase-search.yaml} and the index definitions that it points to. */
public record Configuration(ServiceConfig service, List<IndexDefinition> definitions) {
    public Configuration {
        Objects.requireNonNull(service, "service");
        definitions = List.copyOf(definitions);
    }

    /** @throws io.hbasesearch.core.yaml.ConfigurationException with every problem of all files */
    public static Configuration read(Path file, Map<String, String> environment) {
        Problems problems = new Problems();
        Optional<Configuration> configuration = read(file, environment, problems);
        problems.throwIfAny();
        return configuration.orElseThrow();
    }

    /**
     * Everything that is wrong, also in row-key specifications that no definition names.
     *
     * @return empty if it can be used
     */
    public static List<Problem> problems(Path file, Map<String, String> environment) {
        Problems problems = new Problems();
        read(file, environment, problems);
        new ServiceConfigReader(environment).definitions(file).ifPresent(definitions -> {
            RowKeySpecReader specs = new RowKeySpecReader(environment);
            IndexDefinitionReader.specFiles(definitions).forEach(spec -> problems.collect(() -> specs.readFile(spec)));
        });
        return problems.list();
    }

    private static Optional<Configuration> read(Path file, Map<String, String> environment, Problems problems) {
        ServiceConfigReader services = new ServiceConfigReader(environment);
        IndexDefinitionReader indexes = new IndexDefinitionReader(environment);
        Optional<ServiceConfig> service = problems.collect(() -> services.read(file));
        Optional<List<IndexDefinition>> definitions = services.definitions(file)
                .flatMap(directory -> problems.collect(() -> indexes.readDirectory(directory)));
        return service.flatMap(read -> definitions.map(all -> new Configuration(read, all)));
    }

    /** @throws HBaseSearchException NOT_FOUND, naming what there is */
    public IndexDefinition definition(String name) {
        return definitions.stream()
                .filter(definition -> definition.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new HBaseSearchException(
                        ErrorCode.NOT_FOUND,
                        "there is no definition of an index '" + name + "' in " + service.definitions(),
                        definitions.isEmpty()
                                ? "Write one: a YAML file named after the index."
                                : "There are: "
                                        + String.join(
                                                ", ",
                                                definitions.stream()
                                                        .map(IndexDefinition::name)
                                                        .toList()),
                        null));
    }
}
