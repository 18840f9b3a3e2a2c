/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.output;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Renders aligned columns under upper-case headings; where these do not fit into the terminal, a line for each cell. No line is wider
 * than the terminal, as it would wrap. Counts terminal cells, not characters: Chinese takes two cells and colours
 * take none, which table libraries get wrong. Stateless.
 */
final class TextTable {
    private static final String GAP = "  ";
    private static final int NARROWEST = 8;

    private final int width;

    /** @param width of the terminal in cells; the widest column shrinks to fit. 0 for no limit */
    TextTable(int width) {
        this.width = width;
    }

    String render(List<String> columns, List<List<String>> rows) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(columns.stream()
                .map(column -> column.replace('_', ' ').toUpperCase(Locale.ROOT))
                .toList());
        rows.forEach(row -> lines.add(row.stream().map(TextTable::oneLine).toList()));
        int[] widths = widths(columns.size(), lines);
        if (width > 0 && total(widths) > width) {
            return cellByCell(lines);
        }
        StringBuilder text = new StringBuilder();
        for (List<String> line : lines) {
            appendLine(text, line, widths);
        }
        return text.toString();
    }

    private int[] widths(int columns, List<List<String>> lines) {
        int[] widths = new int[columns];
        for (List<String> line : lines) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], Cells.width(line.get(i)));
            }
        }
        int excess = width == 0 ? 0 : total(widths) - width;
        while (excess > 0) {
            int widest = widest(widths);
            if (widths[widest] <= NARROWEST) {
                break;
            }
            int cut = Math.min(excess, Math.max(1, widths[widest] - Math.max(NARROWEST, second(widths, widest))));
            widths[widest] -= cut;
            excess -= cut;
        }
        return widths;
    }

    private static int total(int[] widths) {
        return Arrays.stream(widths).sum() + GAP.length() * (widths.length - 1);
    }

    /** Renders a line for each cell, and an empty line between two rows. */
    private String cellByCell(List<List<String>> lines) {
        List<String> headings = lines.get(0);
        int name = Math.min(
                width / 2, headings.stream().mapToInt(Cells::width).max().orElse(0));
        int[] widths = {name, Math.max(NARROWEST, width - name - GAP.length())};
        StringBuilder text = new StringBuilder();
        for (List<String> row : lines.subList(1, lines.size())) {
            text.append(text.isEmpty() ? "" : "\n");
            for (int i = 0; i < headings.size(); i++) {
                appendLine(text, List.of(headings.get(i), row.get(i)), widths);
            }
        }
        return text.toString();
    }

    private static int widest(int[] widths) {
        int widest = 0;
        for (int i = 1; i < widths.length; i++) {
            widest = widths[i] > widths[widest] ? i : widest;
        }
        return widest;
    }

    private static int second(int[] widths, int widest) {
        int second = 0;
        for (int i = 0; i < widths.length; i++) {
            second = i == widest ? second : Math.max(second, widths[i]);
        }
        return second;
    }

    private static void appendLine(StringBuilder text, List<String> line, int[] widths) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String cell = Cells.cut(line.get(i), widths[i]);
            out.append(i == 0 ? "" : GAP).append(cell).append(" ".repeat(widths[i] - Cells.width(cell)));
        }
        text.append(out.toString().stripTrailing()).append('\n');
    }

    /**
     * Removes control characters, those of C1 included, from values of rows, which may contain any text. Only our own bold and
     * reset reach the terminal.
     */
    private static String oneLine(String text) {
        return text.replaceAll("[\\p{Cntrl}\\x{80}-\\x{9f}&&[^\u001b]]+", " ").replaceAll("\u001b(?!\\[[01]m)", "");
    }
}
