/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import java.io.IOException;
import java.util.Optional;

/** Provides the rows for the tasks of a job: from the table itself, or from a snapshot of it. For one thread. */
interface RowsOf {
    /** Opens the source for one job. */
    Opened open() throws IOException;

    /** Returns the table itself, which needs no preparation: tasks append their own markers. */
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

    /** A source that is open until it is closed. */
    interface Opened extends AutoCloseable {
        Optional<JobSettings.Snapshot> snapshot();

        /** @throws io.hbasesearch.core.error.HBaseSearchException READ_TOO_OLD if what is read from it is too old to be written */
        void requireFresh();

        @Override
        void close() throws IOException;
    }
}
