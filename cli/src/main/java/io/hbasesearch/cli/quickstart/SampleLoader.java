/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart;

import io.hbasesearch.cli.output.Console;
import io.hbasesearch.cli.output.Progress;
import io.hbasesearch.cli.quickstart.directory.QuickstartLayout;
import io.hbasesearch.cli.sample.SampleRow;
import io.hbasesearch.cli.sample.SampleTable;
import io.hbasesearch.hbase.HBaseRowWriter;
import java.util.List;

/** Puts the sample rows into HBase like any client, and continues where an earlier start was interrupted. For one thread. */
final class SampleLoader {
    private static final int BATCH = 500;
    private static final int SAVE_EVERY = 5_000;

    private final QuickstartLayout layout;
    private final HBaseRowWriter writer;
    private final Console console;
    private long total;
    private long done;

    SampleLoader(QuickstartLayout layout, HBaseRowWriter writer, Console console) {
        this.layout = layout;
        this.writer = writer;
        this.console = console;
    }

    /** @return the number of rows put by this call, without those of earlier starts */
    long load() throws InterruptedException {
        List<List<SampleRow>> tables =
                SampleTable.ALL.stream().map(table -> table.rows().get()).toList();
        total = tables.stream().mapToLong(List::size).sum();
        long before = QuickstartState.load(layout).loadedRows();
        if (before >= total) {
            return 0;
        }
        try (Progress progress = Progress.start(console, "Loading", total, "rows")) {
            for (int i = 0; i < tables.size(); i++) {
                load(SampleTable.ALL.get(i), tables.get(i), before, progress);
            }
            save();
            progress.finish();
        }
        return total - before;
    }

    private void load(SampleTable table, List<SampleRow> rows, long before, Progress progress)
            throws InterruptedException {
        int skipped = (int) Math.min(rows.size(), Math.max(0, before - done));
        done += skipped;
        for (int from = skipped; from < rows.size(); from += BATCH) {
            if (Thread.interrupted()) {
                save();
                throw new InterruptedException();
            }
            List<SampleRow> batch = rows.subList(from, Math.min(rows.size(), from + BATCH));
            table.put(writer, batch);
            long savedAt = done / SAVE_EVERY;
            done += batch.size();
            if (done / SAVE_EVERY > savedAt) {
                save();
            }
            progress.update(done, table.index());
        }
    }

    private void save() {
        QuickstartState.load(layout).withLoadedRows(done).store(layout);
    }
}
