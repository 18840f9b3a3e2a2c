/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import java.io.IOException;
import java.util.Optional;

/** Where the tasks of a job have their rows from: the table itself, or a snapshot of it. For one thread. */
interface RowsOf {
    /** For one job. */
    Opened open() throws IOException;

    /** The table itself, which needs nothing: tasks append their own markers. */
    static RowsOf liveTable() {
        return () -> new Opened() {
            @Override
            public Optional<JobSettings.Snapshot> snapshot() {
                return Optional.empty();
            }

            @Override
            public void requireFresh() {}

            @Override
            public void close() {}
        };
    }

    /** Until it is closed. */
    interface Opened extends AutoCloseable {
        Optional<JobSettings.Snapshot> snapshot();

        /** @throws io.hbasesearch.core.error.HBaseSearchException READ_TOO_OLD if what is read from it may not be written any more */
        void requireFresh();

        @Override
        void close() throws IOException;
    }
}
