/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.rowkey.part.FieldPart;
import io.hbasesearch.core.rowkey.part.KeyPart;
import io.hbasesearch.core.rowkey.plan.AccessPath;
import io.hbasesearch.core.rowkey.plan.KeyPlanner;
import io.hbasesearch.core.rowkey.plan.Predicate;
import io.hbasesearch.core.rowkey.plan.SortField;
import io.hbasesearch.core.rowkey.value.KeyOrder;
import io.hbasesearch.core.rowkey.value.KeyValue;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What holds for every key, tried on random ones. A failure names its seed: {@code -Dhbasesearch.rowkeys.seed} starts there.
 */
class RowKeyPropertyTest {
    private static final int CASES = 10_000;
    private static final long FIRST_SEED = Long.getLong("hbasesearch.rowkeys.seed", 20_261_122L);

    @TempDir
    Path directory;

    private interface Property {
        /** @return false if the case says nothing, so that it does not count */
        boolean holds(RandomKeys keys, SampleTable table, Random random);
    }

    private void forAll(Property property) {
        int cases = 0;
        for (long seed = FIRST_SEED; cases < CASES; seed++) {
            assertThat(seed).as("seeds for %d cases", cases).isLessThan(FIRST_SEED + 10 * CASES);
            Random random = new Random(seed);
            RandomKeys keys = new RandomKeys(random);
            try {
                SampleTable table = keys.table(directory);
                keys.fill(table, 12);
                cases += property.holds(keys, table, random) ? 1 : 0;
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + ":\n" + keys, e);
            }
        }
    }

    private static boolean isLossy(SampleTable table, String field) {
        return table.spec().variants().get(0).parts().stream()
                .anyMatch(part -> part instanceof FieldPart each
                        && each.name().equals(field)
                        && !each.codec().isLossless());
    }

    @Test
    void keysAndValuesTellEachOtherInOneOrder() {
        forAll((keys, table, random) -> {
            for (RowKey row : table.rows()) {
                assertTellsItsValues(table, row);
                assertThat(table.spec().encode(table.decode(row)))
                        .isEqualTo(new EncodedKey.Complete("key", List.of(row)));
            }
            for (KeyPart part : table.spec().variants().get(0).parts()) {
                if (part instanceof FieldPart field && field.framing().keepsOrder(field.codec())) {
                    assertOrdered(table, field);
                }
            }
            List<KeyRange> ranges = new KeyPlanner(table.spec(), 1 + random.nextInt(40)).everything();
            assertThat(table.rows()).allMatch(row -> ranges.stream().anyMatch(range -> range.contains(row)));
            return true;
        });
    }

    private static void assertTellsItsValues(SampleTable table, RowKey row) {
        Map<String, KeyValue> decoded = table.decode(row);
        table.valuesOf(row).forEach((field, value) -> {
            if (!isLossy(table, field)) {
                assertThat(decoded).containsEntry(field, value);
            }
        });
    }

    private static void assertOrdered(SampleTable table, FieldPart field) {
        List<KeyValue> values = table.rows().stream()
                .map(row -> table.valuesOf(row).get(field.name()))
                .toList();
        values.forEach(one -> values.forEach(other -> assertOrdered(field, one, other)));
    }

    private static void assertOrdered(FieldPart field, KeyValue one, KeyValue other) {
        int byValue = Integer.signum(KeyValue.compare(one, other));
        int byBytes = Integer.signum(field.encode(one).compareTo(field.encode(other)));
        int expected = field.codec().order() == KeyOrder.DESCENDING ? -byValue : byValue;
        if (field.codec().isLossless()) {
            assertThat(byBytes).isEqualTo(expected);
        } else {
            assertThat(byBytes).isIn(expected, 0);
        }
    }

    @Test
    void aPathLeadsToEveryMatchAndToNothingElseWhereItSaysSo() {
        int[] narrowed = {0, 0};
        forAll((keys, table, random) -> {
            List<Predicate> predicates = keys.predicates(table);
            AccessPath path = new KeyPlanner(table.spec(), 1 + random.nextInt(40)).plan(predicates);
            if (path instanceof AccessPath.None) {
                return false;
            }
            List<RowKey> matching = table.matching(predicates);
            List<RowKey> reached = table.reached(path);
            assertThat(reached).as("%s by %s", predicates, path).containsAll(matching);
            List<Predicate> residual = SampleTable.residual(path);
            assertThat(table.matching(residual).stream().filter(reached::contains))
                    .as("%s by %s", predicates, path)
                    .containsExactlyElementsOf(matching);
            if (path instanceof AccessPath.Scan scan && !scan.order().isEmpty()) {
                scan.ranges()
                        .forEach(range -> assertOrdered(
                                table, reached, range, scan.order().get(0)));
            }
            narrowed[0] += matching.isEmpty() ? 0 : 1;
            narrowed[1] += residual.isEmpty() ? 1 : 0;
            return true;
        });
        assertThat(narrowed[0]).as("paths to something").isGreaterThan(CASES / 20);
        assertThat(narrowed[1]).as("exact paths").isGreaterThan(CASES / 20);
    }

    private static void assertOrdered(SampleTable table, List<RowKey> rows, KeyRange range, SortField field) {
        List<KeyValue> values = rows.stream()
                .filter(range::contains)
                .map(row -> table.valuesOf(row).get(field.field()))
                .toList();
        assertThat(values)
                .isSortedAccordingTo((left, right) ->
                        field.descending() ? KeyValue.compare(right, left) : KeyValue.compare(left, right));
    }
}
