/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.config;

import io.hbasesearch.administration.Configuration;
import io.hbasesearch.cli.command.BaseCommand;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.IndexPattern;
import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.definition.text.DefinitionView;
import io.hbasesearch.core.definition.value.RowKeyDeclaration;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.rowkey.KeyLayout;
import io.hbasesearch.core.rowkey.part.KeyPart;
import io.hbasesearch.core.yaml.YamlLeaves;
import io.hbasesearch.event.TopicName;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "explain",
        description = "Explain a definition: the source of each field, how its values are read, how row keys"
                + " are parsed, which columns are read, and which settings have their defaults.")
final class ConfigExplainCommand extends BaseCommand {
    @Parameters(paramLabel = "INDEX", description = "Name of a definition in the directory of definitions.")
    private String name = "";

    ConfigExplainCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() {
        Configuration configuration = session().configuration();
        // The name of a pattern's template stands for its indexes too, which requires no server.
        Optional<IndexPattern> pattern = configuration.defined().patterns().stream()
                .filter(each -> each.template().equals(name))
                .findFirst();
        IndexDefinition definition = pattern.map(IndexPattern::sample).orElseGet(() -> configuration.definition(name));
        IndexDefinitionReader reader = new IndexDefinitionReader(session().environment());
        Path file = reader.fileOf(configuration.service().definitions(), definition);
        List<String> written = YamlLeaves.paths(file, session().environment());
        List<Map<String, @Nullable Object>> rows =
                definition.fields().stream().map(field -> row(field, written)).toList();
        Map<String, Object> summary = summary(definition, file);
        pattern.ifPresent(each -> {
            summary.remove("topic");
            summary.put("table", "each that matches " + each + ", at most " + each.most());
        });
        console().result(new Result("fields", summary, List.of("field", "from", "type", "settings", "defaults"), rows));
        summary.forEach((key, value) -> console().info(title(key) + ": " + text(value)));
        console().hint("See what a change of the file would require: hbase-search config diff");
        return ExitCode.DONE;
    }

    private static Map<String, @Nullable Object> row(FieldMapping field, List<String> written) {
        Map<String, String> settings = DefinitionView.settings(field);
        List<String> defaults = DefinitionView.defaults(field, written);
        Map<String, String> set = new LinkedHashMap<>(settings);
        Map<String, String> left = new LinkedHashMap<>();
        // Source and type have columns of their own.
        set.keySet().removeAll(List.of("column", "columns", "key", "from", "timestamp", "type"));
        defaults.forEach(key -> {
            set.remove(key);
            left.put(key, String.valueOf(settings.get(key)));
        });
        return Result.row(
                "field", field.name(),
                "from", DefinitionView.source(field),
                "type", DefinitionView.type(field),
                "settings", set,
                "defaults", left);
    }

    private static Map<String, Object> summary(IndexDefinition definition, Path file) {
        Map<String, Object> summary = new LinkedHashMap<>();
        TableId table = definition.table();
        summary.put("file", file.toString());
        summary.put("table", table.toString());
        summary.put(
                "topic", TopicName.of(table.namespace(), table.qualifier(), 1).toString());
        summary.put("row_keys", definition.rowKeyFormat().name().toLowerCase(Locale.ROOT));
        definition.rowKey().map(RowKeyDeclaration::spec).ifPresent(spec -> {
            Map<String, Object> variants = new LinkedHashMap<>();
            spec.variants().forEach(variant -> variants.put(variant.name(), parts(variant)));
            summary.put("key_parts", variants);
        });
        summary.put("reads", reads(definition.columns()));
        definition.options().elasticsearch().routing().ifPresent(part -> summary.put("routing", "by part " + part));
        summary.putAll(DefinitionView.options(definition));
        return summary;
    }

    private static String parts(KeyLayout variant) {
        return variant.parts().stream().map(ConfigExplainCommand::part).collect(Collectors.joining(", "));
    }

    private static String part(KeyPart part) {
        String width = part.width().isPresent() ? " of " + part.width().getAsInt() + " bytes" : "";
        return part.name() + width;
    }

    private static List<String> reads(ColumnSelection columns) {
        if (columns.families().isEmpty()) {
            return List.of("every column");
        }
        List<String> read = new ArrayList<>();
        columns.families().forEach((family, qualifiers) -> {
            if (qualifiers.isEmpty()) {
                read.add(family + ":*");
            } else {
                qualifiers.forEach(qualifier -> read.add(new ColumnName(family, qualifier).toString()));
            }
        });
        return read;
    }

    private static String title(String key) {
        String words = key.replace('_', ' ');
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }

    private static String text(Object value) {
        if (value instanceof List<?> items) {
            return items.stream().map(String::valueOf).collect(Collectors.joining(", "));
        }
        if (value instanceof Map<?, ?> entries) {
            return entries.entrySet().stream()
                    .map(entry -> entry.getKey() + ": " + entry.getValue())
                    .collect(Collectors.joining("; "));
        }
        return value.toString();
    }
}
