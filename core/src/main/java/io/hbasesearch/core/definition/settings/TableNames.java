/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.settings;

import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.yaml.SettingValues;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Derives the indexes of a definition from its tables. Stateless. */
public final class TableNames {
    private static final String TABLE = "{table}";
    private static final String NAMESPACE = "{namespace}";
    private static final Pattern OTHER = Pattern.compile("\\{[A-Za-z0-9_.-]*}");

    private TableNames() {}

    /** @throws IllegalArgumentException if the template cannot give a valid name of an index */
    static String checkTemplate(String template) {
        // Other text in braces is reported where its position is known.
        String sample = OTHER.matcher(template.replace(TABLE, "t").replace(NAMESPACE, "n"))
                .replaceAll("o");
        if (!DefinitionSettings.isIndexName(sample)) {
            throw new IllegalArgumentException();
        }
        return template;
    }

    /**
     * @param named the table of each index, by its name
     * @param patterns of further tables
     */
    public record Read(Map<String, TableId> named, List<TablePattern> patterns) {}

    /** Reads the tables. Entries with problems are reported and left out.
     *
     * @param template from the file, or the file's own name
     */
    public static Read of(String template, SettingValues values) {
        boolean isList = values.isWritten(DefinitionSettings.TABLES);
        if (!isList && !values.isWritten(DefinitionSettings.TABLE)) {
            values.problem(DefinitionSettings.TABLE, "is missing: the table whose rows are indexed");
        }
        if (isList && values.isWritten(DefinitionSettings.TABLE)) {
            values.problem(DefinitionSettings.TABLES, "and table both say which rows are indexed: keep one of them");
        }
        checkPlaceholders(template, values);
        List<TablePattern> listed = values.find(DefinitionSettings.TABLES).orElse(List.of());
        if (isList && listed.isEmpty() && values.find(DefinitionSettings.TABLES).isPresent()) {
            values.problem(DefinitionSettings.TABLES, "must name at least one table");
        }
        List<TablePattern> patterns =
                listed.stream().filter(each -> each.table().isEmpty()).toList();
        checkPatterns(template, patterns, values);
        Map<String, TableId> named = new LinkedHashMap<>();
        (isList
                        ? listed.stream().flatMap(each -> each.table().stream())
                        : values.find(DefinitionSettings.TABLE).stream())
                .forEach(table -> add(table, template, values, named));
        return new Read(named, patterns);
    }

    private static void checkPlaceholders(String template, SettingValues values) {
        Matcher other = OTHER.matcher(template.replace(TABLE, "").replace(NAMESPACE, ""));
        if (other.find()) {
            values.problem(
                    DefinitionSettings.INDEX,
                    "has " + other.group()
                            + " in it, and only {table} and {namespace} stand for something. An index is of"
                            + " whole tables: where searches are for one part of the row key, as a month, write"
                            + " elasticsearch.routing or ask for a range of it");
        }
    }

    private static void checkPatterns(String template, List<TablePattern> patterns, SettingValues values) {
        if (patterns.isEmpty() && values.isWritten(DefinitionSettings.MAX_TABLES)) {
            values.problem(DefinitionSettings.MAX_TABLES, "has a meaning only with a pattern under tables");
        }
        if (!patterns.isEmpty() && !template.contains(TABLE)) {
            values.problem(
                    DefinitionSettings.INDEX,
                    "must have {table} in it, as " + patterns.get(0) + " may match several tables: orders-{table}");
        }
        patterns.stream()
                .filter(pattern -> pattern.spansNamespaces() && !template.contains(NAMESPACE))
                .findFirst()
                .ifPresent(pattern -> values.problem(
                        DefinitionSettings.INDEX,
                        "must have {namespace} in it, as " + pattern
                                + " may match tables of several namespaces: orders-{namespace}-{table}"));
    }

    private static void add(TableId table, String template, SettingValues values, Map<String, TableId> indexes) {
        String name = name(template, table);
        // A name without a placeholder was checked when it was read.
        if (!name.equals(template) && !OTHER.matcher(name).find() && !DefinitionSettings.isIndexName(name)) {
            values.problem(
                    DefinitionSettings.INDEX,
                    "makes \"" + name + "\" of table " + table + ", which is not a valid name of an index: it must be "
                            + DefinitionSettings.INDEX.type().form());
            return;
        }
        TableId other = indexes.putIfAbsent(name, table);
        if (other != null) {
            values.problem(
                    DefinitionSettings.INDEX,
                    other.equals(table)
                            ? "has table " + table + " twice under tables"
                            : "makes " + name + " of the tables " + other + " and " + table
                                    + ": write what tells them apart into it, as orders-{namespace}-{table}");
        }
    }

    public static String name(String template, TableId table) {
        return template.replace(TABLE, plain(table.qualifier())).replace(NAMESPACE, plain(table.namespace()));
    }

    /** Tells if the template may give this name. */
    public static boolean mayMake(String template, String name) {
        String any = "\\E.+\\Q";
        return name.matches("\\Q" + template.replace(TABLE, any).replace(NAMESPACE, any) + "\\E");
    }

    /** Converts a name to the characters of an index's name. */
    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replace('.', '-');
    }
}
