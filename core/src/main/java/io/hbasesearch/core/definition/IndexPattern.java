/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import io.hbasesearch.core.definition.settings.TableNames;
import io.hbasesearch.core.definition.settings.TablePattern;
import io.hbasesearch.core.model.TableId;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/**
 * The part of a definition that names tables by patterns: an index of the same form for each table that matches. The caller provides
 * the existing tables. Immutable.
 */
public final class IndexPattern {
    private static final TableId ANY = TableId.parse("any_table");

    private final Path file;
    private final String template;
    private final List<TablePattern> tables;
    private final int most;
    private final BiFunction<String, TableId, IndexDefinition> form;

    /**
     * @param template of the indexes' names
     * @param most the most tables that may match
     * @param form creates the definition of an index from its name and table
     */
    public IndexPattern(
            Path file,
            String template,
            List<TablePattern> tables,
            int most,
            BiFunction<String, TableId, IndexDefinition> form) {
        this.file = Objects.requireNonNull(file, "file");
        this.template = Objects.requireNonNull(template, "template");
        this.tables = List.copyOf(tables);
        this.most = most;
        this.form = Objects.requireNonNull(form, "form");
    }

    /** The file of the definition. */
    public Path file() {
        return file;
    }

    /** The template of the indexes' names, as the file has it. */
    public String template() {
        return template;
    }

    /** The most tables that may match. If there are more, tables with an index come first, then the others in the order of their names. */
    public int most() {
        return most;
    }

    public boolean includes(TableId table) {
        return tables.stream().anyMatch(pattern -> pattern.includes(table));
    }

    /** Returns the tables that match, each once, in the order of their names. */
    List<TableId> matching(Collection<TableId> all) {
        return all.stream().filter(this::includes).distinct().sorted().toList();
    }

    public String nameFor(TableId table) {
        return TableNames.name(template, table);
    }

    /** Tells if a table may lead to an index of this name. */
    public boolean mayMake(String name) {
        return TableNames.mayMake(template, name);
    }

    /** @param name see {@link #nameFor} */
    IndexDefinition definition(String name, TableId table) {
        return form.apply(name, table);
    }

    /** Returns a definition with the common settings, whose index and table do not exist and are named after the template. */
    public IndexDefinition sample() {
        return form.apply(template, ANY);
    }

    /** Returns the patterns, as the file has them. */
    @Override
    public String toString() {
        return tables.stream().map(TablePattern::toString).collect(Collectors.joining(", "));
    }
}
