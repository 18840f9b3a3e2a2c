/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class OperationSourceTest {
    private static final long BEGIN = 1_700_000_000_000L;
    private static final int COUNT = 20_000;

    @Test
    void theSameSeedMakesTheSameOperations() {
        assertThat(texts(7)).isEqualTo(texts(7)).isNotEqualTo(texts(8));
    }

    @Test
    void everyKindOfOperationComes() {
        Set<OperationKind> kinds = EnumSet.noneOf(OperationKind.class);
        operations(1).forEach(operation -> kinds.add(operation.kind()));
        assertThat(kinds).containsExactlyInAnyOrder(OperationKind.values());
    }

    @Test
    void everyKindOfCellComes() {
        Set<Cell.Type> types = EnumSet.noneOf(Cell.Type.class);
        cells(1).forEach(cell -> types.add(cell.getType()));
        assertThat(types).containsExactlyInAnyOrder(Cell.Type.values());
    }

    @Test
    void clientTimestampsAreOlderEqualAndInTheFuture() {
        Set<Long> minutes = new HashSet<>();
        for (Cell cell : cells(1)) {
            if (cell.getTimestamp() != HConstants.LATEST_TIMESTAMP) {
                minutes.add((cell.getTimestamp() - BEGIN) / 60_000);
            }
        }
        assertThat(minutes).contains(-6L, -1L, 0L, 1L, 6L);
    }

    @Test
    void versionsAreDeletedOnlyWhereAllAreKept() {
        Set<Cell.Type> ofVersions = EnumSet.of(Cell.Type.Delete, Cell.Type.DeleteFamilyVersion);
        assertThat(cells(1))
                .filteredOn(cell -> ofVersions.contains(cell.getType()))
                .isNotEmpty()
                .allSatisfy(cell -> assertThat(Bytes.equals(
                                cell.getFamilyArray(),
                                cell.getFamilyOffset(),
                                cell.getFamilyLength(),
                                WorkloadTable.DOCUMENT,
                                0,
                                WorkloadTable.DOCUMENT.length))
                        .isTrue());
    }

    private static List<String> texts(long seed) {
        List<String> texts = new ArrayList<>();
        for (Operation operation : operations(seed)) {
            texts.add(operation.kind() + " "
                    + operation.actions().stream()
                            .map(OperationSourceTest::text)
                            .toList());
        }
        return texts;
    }

    private static List<Operation> operations(long seed) {
        OperationSource source = new OperationSource(seed, new RowKeys(), BEGIN);
        List<Operation> operations = new ArrayList<>();
        for (int i = 0; i < COUNT; i++) {
            Operation operation = source.next();
            // A few of them would fill the memory.
            if (operation.kind() != OperationKind.WIDE_PUT || i < COUNT / 20) {
                operations.add(operation);
            }
        }
        return operations;
    }

    private static List<Cell> cells(long seed) {
        List<Cell> cells = new ArrayList<>();
        operations(seed).forEach(operation -> operation.actions().forEach(action -> mutations(action)
                .forEach(mutation -> mutation.getFamilyCellMap().values().forEach(cells::addAll))));
        return cells;
    }

    private static List<Mutation> mutations(Row action) {
        if (action instanceof RowMutations several) {
            return several.getMutations();
        }
        return action instanceof CheckAndMutate conditional
                ? mutations(conditional.getAction())
                : List.of((Mutation) action);
    }

    /** With rows, columns, timestamps and values. */
    private static String text(Row action) {
        StringBuilder text = new StringBuilder(action.getClass().getSimpleName());
        if (action instanceof CheckAndMutate conditional) {
            text.append(Bytes.toStringBinary(conditional.getQualifier()))
                    .append(conditional.getCompareOp())
                    .append(Bytes.toStringBinary(conditional.getValue()));
        }
        for (Mutation mutation : mutations(action)) {
            text.append(Bytes.toStringBinary(mutation.getRow()));
            mutation.getFamilyCellMap()
                    .values()
                    .forEach(cells -> cells.forEach(cell -> text.append(cell)
                            .append(Bytes.toStringBinary(
                                    cell.getValueArray(), cell.getValueOffset(), cell.getValueLength()))));
        }
        return text.toString();
    }
}
