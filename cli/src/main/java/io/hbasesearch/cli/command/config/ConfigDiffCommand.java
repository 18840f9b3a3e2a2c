/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.config;

import io.hbasesearch.administration.Backends;
import io.hbasesearch.administration.Configuration;
import io.hbasesearch.cli.command.BaseCommand;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.definition.Definitions;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.definition.text.DefinitionChange;
import io.hbasesearch.core.definition.text.DefinitionChange.Effect;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexMetadata;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "diff",
        description = {
            "Show how definitions differ, and what each change requires: nothing, because running processes apply it, or a"
                    + " rebuild. Without OLD, the configured definitions are compared with the existing indexes;"
                    + " without NEW, OLD is compared with the configured definitions.",
            "Exit codes: 0 nothing needs a rebuild; 4 a rebuild is needed."
        })
final class ConfigDiffCommand extends BaseCommand {
    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "OLD",
            description =
                    "A definition file, or a directory of them. The specifications that they name must exist there too.")
    private @Nullable Path old;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "NEW",
            description = "A definition file, or a directory of them, after the change.")
    private @Nullable Path changed;

    ConfigDiffCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() {
        if (old != null && changed != null) {
            return compare(read(old), read(changed), List.of());
        }
        Configuration configuration = session().configuration();
        if (old != null) {
            Map<String, IndexDefinition> before = read(old);
            Map<String, IndexDefinition> configured = byName(configuration.defined());
            if (Files.isRegularFile(old)) {
                configured.keySet().retainAll(before.keySet());
            }
            return compare(before, configured, List.of());
        }
        List<String> unknown = new ArrayList<>();
        Map<String, IndexDefinition> running = new LinkedHashMap<>();
        Map<String, IndexDefinition> configured = running(configuration, running, unknown);
        // A definition without an index changes no existing index.
        configured.keySet().retainAll(running.keySet());
        return compare(running, configured, unknown);
    }

    private Map<String, IndexDefinition> read(Path path) {
        IndexDefinitionReader reader = new IndexDefinitionReader(session().environment());
        return Files.isRegularFile(path) ? byName(List.of(reader.readFile(path))) : byName(reader.readAll(path));
    }

    /** Returns the definitions by name, with each pattern as itself, because the existing tables are not known. */
    private static Map<String, IndexDefinition> byName(Definitions defined) {
        Map<String, IndexDefinition> byName = byName(defined.named());
        defined.patterns().forEach(pattern -> byName.put(pattern.template(), pattern.sample()));
        return byName;
    }

    private static Map<String, IndexDefinition> byName(List<IndexDefinition> definitions) {
        Map<String, IndexDefinition> byName = new LinkedHashMap<>();
        definitions.forEach(definition -> byName.put(definition.name(), definition));
        return byName;
    }

    /**
     * Collects the definitions from which the live generations of the configured indexes were created.
     *
     * @return the configured definitions of the tables that have indexes
     */
    private static Map<String, IndexDefinition> running(
            Configuration configuration, Map<String, IndexDefinition> running, List<String> unknown) {
        try (IndexBackend backend = Backends.open(configuration.service().index(), Metrics.none())) {
            List<IndexMetadata> indexes = backend.admin().list();
            Map<String, IndexDefinition> configured = byName(configuration
                    .defined()
                    .over(
                            indexes.stream().map(IndexMetadata::table).toList(),
                            backend.admin().tables())
                    .definitions());
            for (IndexMetadata index : indexes) {
                IndexDefinition definition = configured.get(index.index());
                if (definition == null) {
                    continue;
                }
                if (!index.definition().isEmpty()) {
                    // An index stores no synonyms: those of the file are in force.
                    running.put(
                            index.index(),
                            DefinitionText.read(index.index(), index.definition())
                                    .withSynonyms(definition.options().synonyms()));
                } else if (index.isMadeBy(definition)) {
                    running.put(index.index(), definition);
                } else {
                    unknown.add(index.index());
                }
            }
            return configured;
        }
    }

    private int compare(Map<String, IndexDefinition> before, Map<String, IndexDefinition> after, List<String> unknown) {
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        TreeSet<String> rebuilt = new TreeSet<>();
        TreeSet<String> anew = new TreeSet<>();
        TreeSet<String> names = new TreeSet<>(before.keySet());
        names.addAll(after.keySet());
        for (String name : names) {
            IndexDefinition one = before.get(name);
            IndexDefinition other = after.get(name);
            if (one == null || other == null) {
                rows.add(row(
                        name,
                        "",
                        null,
                        null,
                        one == null ? "index create" : "index delete",
                        "the definition is " + (one == null ? "new" : "missing")));
                continue;
            }
            List<DefinitionChange> changes = DefinitionChange.between(one, other);
            changes.forEach(change -> rows.add(row(
                    name,
                    change.setting(),
                    change.before().orElse(null),
                    change.after().orElse(null),
                    takes(change.effect()),
                    change.reason())));
            switch (DefinitionChange.effect(changes)) {
                case AT_ONCE -> {}
                case NEEDS_REBUILD -> rebuilt.add(name);
                case NEEDS_NEW_INDEX -> anew.add(name);
            }
        }
        unknown.forEach(name -> rows.add(
                row(name, "", null, null, takes(Effect.NEEDS_REBUILD), "its definition is not stored in the index")));
        rebuilt.addAll(unknown);
        console()
                .result(Result.rows(
                        "changes", List.of("index", "setting", "before", "after", "takes", "reason"), rows));
        return outcome(rows.isEmpty(), rebuilt, anew);
    }

    private static Map<String, @Nullable Object> row(
            String index,
            String setting,
            @Nullable String before,
            @Nullable String after,
            String takes,
            String reason) {
        return Result.row(
                "index", index, "setting", setting, "before", before, "after", after, "takes", takes, "reason", reason);
    }

    private static String takes(Effect effect) {
        return switch (effect) {
            case AT_ONCE -> "nothing";
            case NEEDS_REBUILD -> "reindex --rebuild";
            case NEEDS_NEW_INDEX -> "index delete, index create";
        };
    }

    /** @param anew indexes whose new definition requires a rebuild */
    private int outcome(boolean same, TreeSet<String> rebuilt, TreeSet<String> anew) {
        if (rebuilt.isEmpty() && anew.isEmpty()) {
            console()
                    .hint(
                            same
                                    ? "Nothing differs."
                                    : "Running processes apply these changes within"
                                            + " operations.definitionsInterval.");
            return ExitCode.DONE;
        }
        console()
                .hint("Apply them: "
                        + Stream.concat(
                                        rebuilt.stream().map(name -> "hbase-search reindex " + name + " --rebuild"),
                                        anew.stream()
                                                .map(name -> "hbase-search index delete " + name
                                                        + ", restart its processes, then hbase-search index create "
                                                        + name + " and hbase-search reindex " + name))
                                .collect(Collectors.joining("; ")));
        return ExitCode.DIFFERENCES_FOUND;
    }
}
