/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.workload;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;

/**
 * One change, as a client makes it with one call. It may be made again when its outcome is not known.
 *
 * @param actions one, or several for a batch
 */
record Operation(OperationKind kind, List<Row> actions) {
    Operation {
        actions = List.copyOf(actions);
    }

    static Operation of(OperationKind kind, Row action) {
        return new Operation(kind, List.of(action));
    }

    void apply(Table table) throws IOException, InterruptedException {
        if (actions.size() > 1) {
            table.batch(actions, new Object[actions.size()]);
            return;
        }
        Row action = actions.get(0);
        if (action instanceof Put put) {
            table.put(put);
        } else if (action instanceof Delete delete) {
            table.delete(delete);
        } else if (action instanceof Increment increment) {
            table.increment(increment);
        } else if (action instanceof Append append) {
            table.append(append);
        } else if (action instanceof RowMutations mutations) {
            table.mutateRow(mutations);
        } else if (action instanceof CheckAndMutate conditional) {
            table.checkAndMutate(conditional);
        } else {
            throw new IllegalStateException("cannot apply a " + action.getClass());
        }
    }
}
