/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration;

import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.config.ServiceConfigReader;
import io.hbasesearch.core.definition.Definitions;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.IndexPattern;
import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.rowkey.yaml.RowKeySpecReader;
import io.hbasesearch.core.yaml.ConfigurationProblem;
import io.hbasesearch.core.yaml.ConfigurationProblems;
import io.hbasesearch.hbase.HBaseTables;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The whole configuration: {@code hbase-search.yaml} and the index definitions that it points to.
 *
 * @param defined the definitions in the files; only HBase knows which tables match their patterns
 */
public record Configuration(ServiceConfig service, Definitions defined) {
    public Configuration {
        Objects.requireNonNull(service, "service");
        Objects.requireNonNull(defined, "defined");
    }

    /** Returns the definitions of the tables that files name. */
    public List<IndexDefinition> definitions() {
        return defined.named();
    }

    /** @throws io.hbasesearch.core.yaml.ConfigurationException with every problem of all files */
    public static Configuration read(Path file, Map<String, String> environment) {
        ConfigurationProblems problems = new ConfigurationProblems();
        Optional<Configuration> configuration = read(file, environment, problems, false);
        problems.throwIfAny();
        return configuration.orElseThrow();
    }

    /**
     * Returns every problem, also in row-key specifications that no definition names, and of features that an embedded index
     * does not have.
     *
     * @return empty if the configuration is valid
     */
    public static List<ConfigurationProblem> problems(Path file, Map<String, String> environment) {
        ConfigurationProblems problems = new ConfigurationProblems();
        read(file, environment, problems, true);
        new ServiceConfigReader(environment).definitions(file).ifPresent(definitions -> {
            RowKeySpecReader specs = new RowKeySpecReader(environment);
            IndexDefinitionReader.specFiles(definitions).forEach(spec -> problems.collect(() -> specs.readFile(spec)));
        });
        return problems.list();
    }

    private static Optional<Configuration> read(
            Path file, Map<String, String> environment, ConfigurationProblems problems, boolean withBackend) {
        ServiceConfigReader services = new ServiceConfigReader(environment);
        Optional<ServiceConfig> service = problems.collect(() -> services.read(file));
        IndexDefinitionReader any = new IndexDefinitionReader(environment);
        IndexDefinitionReader indexes = service.filter(read -> withBackend)
                .flatMap(read -> Backends.ownAnalyzers(read.index()))
                .map(any::forEmbedded)
                .orElse(any);
        Optional<Definitions> definitions =
                services.definitions(file).flatMap(directory -> problems.collect(() -> indexes.readAll(directory)));
        return service.flatMap(read -> definitions.map(all -> new Configuration(read, all)));
    }

    /**
     * Finds a definition. Asks HBase for its tables and the backend for its indexes only if no file names the index's table and
     * there are patterns.
     *
     * @throws HBaseSearchException NOT_FOUND, with the existing names; SERVER_UNREACHABLE if one of them is asked and does not
     *     answer
     */
    public IndexDefinition definition(String name) {
        return find(definitions(), name).orElseGet(() -> {
            List<IndexDefinition> all = defined.patterns().isEmpty()
                    ? definitions()
                    : defined.over(HBaseTables.listOnce(service.hbase()), Backends.tablesOnce(service.index()))
                            .definitions();
            return find(all, name).orElseThrow(() -> notFound(name, all));
        });
    }

    private static Optional<IndexDefinition> find(List<IndexDefinition> definitions, String name) {
        return definitions.stream()
                .filter(definition -> definition.name().equals(name))
                .findFirst();
    }

    private HBaseSearchException notFound(String name, List<IndexDefinition> all) {
        String patterns =
                defined.patterns().stream().map(IndexPattern::toString).collect(Collectors.joining(", "));
        return new HBaseSearchException(
                ErrorCode.NOT_FOUND,
                "no definition of index '" + name + "' in " + service.definitions()
                        + (patterns.isEmpty() ? "" : ", and no table of HBase that matches " + patterns + " makes one"),
                all.isEmpty()
                        ? "Write one: a YAML file named after the index."
                        : (name.contains(",") ? "Name one index. " : "") + "There are: "
                                + all.stream().map(IndexDefinition::name).collect(Collectors.joining(", ")),
                null);
    }
}
