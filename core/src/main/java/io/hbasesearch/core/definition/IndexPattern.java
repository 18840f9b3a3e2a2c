/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import io.hbasesearch.core.model.TableId;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/**
 * The part of a definition that names tables by patterns: an index for each table that matches, all of one form. Which tables there
 * are, somebody else says. Immutable.
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
     * @param most how many tables may match
     * @param form makes the definition of an index by name and table
     */
    IndexPattern(
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

    /** The file that says so. */
    public Path file() {
        return file;
    }

    /** Of the indexes' names, as the file has it. */
    public String template() {
        return template;
    }

    /** How many tables may match; of more, those come first that have an index, then those whose names do. */
    public int most() {
        return most;
    }

    public boolean includes(TableId table) {
        return tables.stream().anyMatch(pattern -> pattern.includes(table));
    }

    /** The tables that match, each once and in the order of their names. */
    List<TableId> matching(Collection<TableId> all) {
        return all.stream().filter(this::includes).distinct().sorted().toList();
    }

    String nameFor(TableId table) {
        return TableNames.name(template, table);
    }

    /** Whether some table may make an index of this name. */
    public boolean mayMake(String name) {
        return TableNames.mayMake(template, name);
    }

    /** @param name as {@link #nameFor} has it */
    IndexDefinition definition(String name, TableId table) {
        return form.apply(name, table);
    }

    /** Of an index and a table that are not there, called by the template: what all of them have in common. */
    public IndexDefinition sample() {
        return form.apply(template, ANY);
    }

    /** The patterns, as the file has them. */
    @Override
    public String toString() {
        return tables.stream().map(TablePattern::toString).collect(Collectors.joining(", "));
    }
}
