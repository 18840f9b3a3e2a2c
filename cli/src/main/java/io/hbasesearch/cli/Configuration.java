/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli;

import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.config.ServiceConfigReader;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.IndexDefinitionReader;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Everything that is configured: {@code hbase-search.yaml} and the index definitions that it points to. */
public record Configuration(ServiceConfig service, List<IndexDefinition> definitions) {
    public Configuration {
        Objects.requireNonNull(service, "service");
        definitions = List.copyOf(definitions);
    }

    /** @throws io.hbasesearch.core.yaml.ConfigurationException with every problem of all files */
    public static Configuration read(Path file, Map<String, String> environment) {
        ServiceConfig service = new ServiceConfigReader(environment).read(file);
        return new Configuration(service, new IndexDefinitionReader(environment).readDirectory(service.definitions()));
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
