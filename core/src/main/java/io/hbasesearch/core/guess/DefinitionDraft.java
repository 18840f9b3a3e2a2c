/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.guess;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.yaml.YamlText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Drafts a definition of an index from a sample of a table's rows. Every guess has its reason as a comment. The draft contains no
 * value of a row. Stateless.
 */
public final class DefinitionDraft {
    /** The most fields of a draft; further columns need a pattern. */
    private static final int MOST_FIELDS = 200;

    private static final int NAME_LENGTH = 90;
    private static final Set<String> WORDS = Set.of("and", "or", "not", "to", "fn");

    private DefinitionDraft() {}

    /**
     * Holds a drafted definition.
     *
     * @param text as YAML
     * @param doubts what a person should check, a sentence each; empty if the keys and columns leave no doubt
     */
    public record Draft(String text, List<String> doubts) {
        public Draft {
            doubts = List.copyOf(doubts);
        }
    }

    /** @param rows of the table; without rows the draft has one field to begin with */
    public static Draft draft(TableId table, List<Row> rows) {
        Optional<KeyGuess> key = KeyGuesser.guess(rows.stream().map(Row::key).toList());
        StringBuilder text = new StringBuilder();
        line(
                text,
                0,
                "# A first definition of an index of table " + table + ", guessed from " + rows.size()
                        + " of its rows.");
        line(
                text,
                0,
                "# Every guess has its reason beside it. Go through them: a sample does not know what all rows hold.");
        line(text, 0, "table: " + YamlText.quote(table.toString()));
        Set<String> names = new LinkedHashSet<>();
        writeKey(text, rows, key, names);
        line(text, 0, "fields:");
        key.ifPresent(guess -> writeDates(text, guess));
        writeFields(text, rows, names);
        return new Draft(text.toString(), key.map(KeyGuess::doubts).orElseGet(() -> nothing(rows)));
    }

    private static List<String> nothing(List<Row> rows) {
        return rows.isEmpty()
                ? List.of("the table has no rows: write its columns, and rowKey.spec if its keys have parts")
                : List.of(
                        "no parts were found in the row keys: an index holds them whole, and queries by a part of the key"
                                + " need rowKey.spec");
    }

    /** Writes the parts that are numbers and mean times as fields of their own, as only these can have a type. */
    private static void writeDates(StringBuilder text, KeyGuess guess) {
        guess.parts().stream().filter(KeyGuess.Part::isDate).forEach(part -> {
            line(text, 2, "# the part " + part.name() + " of the row key");
            line(text, 2, part.name() + ": {key: " + part.name() + ", type: date}");
        });
    }

    private static void line(StringBuilder text, int indent, String line) {
        text.append(" ".repeat(indent)).append(line).append('\n');
    }

    private static void writeKey(StringBuilder text, List<Row> rows, Optional<KeyGuess> guess, Set<String> names) {
        line(text, 0, "rowKey:");
        if (guess.isEmpty()) {
            boolean utf8 = Texts.utf8(
                            rows.stream().map(Row::key).map(RowKey::bytes).toList())
                    .isPresent();
            line(
                    text,
                    2,
                    "# No parts were found that nearly all keys have; config/README.md tells what parts there are.");
            line(text, 2, "format: " + (utf8 && !rows.isEmpty() ? "text" : "binary"));
            return;
        }
        line(text, 2, "# " + guess.get().evidence() + "; to try it on more: hbase-search rowkey check.");
        guess.get().doubts().forEach(doubt -> line(text, 2, "# Check: " + doubt + "."));
        line(text, 2, "spec:");
        line(text, 4, "parts:");
        guess.get().parts().forEach(part -> {
            names.add(part.name());
            line(text, 6, "# " + part.evidence());
            line(text, 6, part.name() + ": {" + part.settings() + "}");
        });
    }

    private static void writeFields(StringBuilder text, List<Row> rows, Set<String> names) {
        Map<ColumnName, List<ByteArray>> columns = new TreeMap<>();
        rows.forEach(row -> row.cells().forEach(cell -> columns.computeIfAbsent(cell.column(), c -> new ArrayList<>())
                .add(cell.value())));
        List<ColumnName> written = columns.keySet().stream()
                .sorted(Comparator.comparingInt((ColumnName column) -> -sizeOf(columns.get(column)))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(MOST_FIELDS)
                .sorted()
                .toList();
        if (columns.size() > MOST_FIELDS) {
            line(
                    text,
                    2,
                    "# The sample has " + columns.size() + " columns; the " + MOST_FIELDS + " most frequent ones"
                            + " follow. Columns alike may be one field: columns: 'family:begin_*'.");
        }
        for (ColumnName column : written) {
            List<ByteArray> values = columns.get(column);
            ValueGuess guess = ValueGuesser.guess(values);
            line(text, 2, "# " + guess.evidence() + "; in " + values.size() + " of " + rows.size() + " rows");
            line(
                    text,
                    2,
                    name(column, names) + ": {column: " + YamlText.quote(column.toString()) + ", " + guess.settings()
                            + "}");
        }
        if (written.isEmpty()) {
            line(text, 2, "# No column was seen: the table has no rows. Write its columns here.");
            line(text, 2, "changed: {timestamp: row, type: date}");
        }
    }

    private static int sizeOf(@Nullable List<ByteArray> values) {
        return values == null ? 0 : values.size();
    }

    /** Derives a field's name from the qualifier, with the family as a prefix if the name is taken. */
    private static String name(ColumnName column, Set<String> names) {
        String qualifier = clean(Texts.decode(column.qualifier(), UTF_8)
                .orElse("x" + column.qualifier().hex()));
        String base = names.contains(qualifier) ? clean(column.family() + "_" + qualifier) : qualifier;
        String name = base;
        for (int i = 2; !names.add(name); i++) {
            name = base + "_" + i;
        }
        return name;
    }

    private static String clean(String text) {
        String cleaned = text.replaceAll("[^\\p{L}\\p{M}\\p{N}_-]", "_");
        String begun = cleaned.isEmpty() || !Character.isLetter(cleaned.codePointAt(0)) ? "c_" + cleaned : cleaned;
        String whole = WORDS.contains(begun.toLowerCase(Locale.ROOT)) ? begun + "_" : begun;
        return whole.substring(0, Math.min(whole.length(), NAME_LENGTH));
    }
}
