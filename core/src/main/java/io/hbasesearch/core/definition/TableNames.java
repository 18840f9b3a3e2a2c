/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.yaml.SettingValues;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Which indexes a definition makes of which tables. Stateless. */
final class TableNames {
    private static final String TABLE = "{table}";
    private static final String NAMESPACE = "{namespace}";

    private TableNames() {}

    /** @throws IllegalArgumentException if no table makes an index's name of this */
    static String checkTemplate(String template) {
        String sample = template.replace(TABLE, "t").replace(NAMESPACE, "n");
        if (!DefinitionSettings.isIndexName(sample)) {
            throw new IllegalArgumentException();
        }
        return template;
    }

    /**
     * The table of each index, by its name; problems are reported, and what has one is left out.
     *
     * @param template as the file has it, or the file's own name
     */
    static Map<String, TableId> of(String template, SettingValues values) {
        Map<String, TableId> indexes = new LinkedHashMap<>();
        boolean isList = values.isWritten(DefinitionSettings.TABLES);
        if (!isList && !values.isWritten(DefinitionSettings.TABLE)) {
            values.problem(DefinitionSettings.TABLE, "is missing: the table whose rows are indexed");
        }
        if (isList && values.isWritten(DefinitionSettings.TABLE)) {
            values.problem(DefinitionSettings.TABLES, "and table both say which rows are indexed: keep one of them");
        }
        List<TableId> tables = isList
                ? values.find(DefinitionSettings.TABLES).orElse(List.of())
                : values.find(DefinitionSettings.TABLE).stream().toList();
        if (isList && tables.isEmpty() && values.find(DefinitionSettings.TABLES).isPresent()) {
            values.problem(DefinitionSettings.TABLES, "must name at least one table");
        }
        tables.forEach(table -> add(table, template, values, indexes));
        return indexes;
    }

    private static void add(TableId table, String template, SettingValues values, Map<String, TableId> indexes) {
        String name = template.replace(TABLE, plain(table.qualifier())).replace(NAMESPACE, plain(table.namespace()));
        // A name without a placeholder was checked where it was written.
        if (!name.equals(template) && !DefinitionSettings.isIndexName(name)) {
            values.problem(
                    DefinitionSettings.INDEX,
                    "makes \"" + name + "\" of table " + table + ", which is no index's name: it must be "
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

    /** As an index's name may have it. */
    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replace('.', '-');
    }
}
