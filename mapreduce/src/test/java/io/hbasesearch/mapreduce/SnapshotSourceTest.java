/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.indexer.pipeline.source.SourceEvent;
import io.hbasesearch.indexer.reindex.Markers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/** What is done in which order: what is read from a snapshot must be younger than the markers that it is written at. */
class SnapshotSourceTest {
    private static final Markers MARKERS =
            new Markers(1, List.of(new SourceEvent(0, 5, OptionalInt.of(1), null, new byte[0])), 17);

    private final List<String> steps = new ArrayList<>();
    private boolean markersFail;
    private boolean snapshotFails;

    private final SnapshotSource source = new SnapshotSource(
            new SnapshotSource.Snapshots() {
                @Override
                public void take(String name, Path restored) throws IOException {
                    steps.add("take");
                    if (snapshotFails) {
                        throw new IOException("no answer in time");
                    }
                }

                @Override
                public void delete(String name) {
                    steps.add("delete");
                }
            },
            () -> {
                steps.add("mark");
                if (markersFail) {
                    throw new IllegalStateException("Kafka is away");
                }
                return MARKERS;
            },
            markers -> steps.add("fresh? " + markers.readMillis()),
            new Configuration(false),
            new Path("file:/no-such-directory"));

    @Test
    void markersAreAcknowledgedBeforeTheSnapshotIsBegun() throws IOException {
        try (RowsOf.Opened opened = source.open()) {
            assertThat(steps).containsExactly("mark", "take");
            assertThat(opened.snapshot()).hasValueSatisfying(snapshot -> assertThat(snapshot.markers())
                    .isEqualTo(MARKERS));
            opened.requireFresh();
        }
        assertThat(steps).containsExactly("mark", "take", "fresh? 17", "delete");
    }

    @Test
    void eachJobHasMarkersAndASnapshotOfItsOwn() throws IOException {
        source.open().close();
        source.open().close();
        assertThat(steps).containsExactly("mark", "take", "delete", "mark", "take", "delete");
    }

    @Test
    void withoutMarkersThereIsNoSnapshot() {
        markersFail = true;
        assertThatThrownBy(source::open).hasMessage("Kafka is away");
        assertThat(steps).containsExactly("mark");
    }

    /** HBase may have taken it all the same. */
    @Test
    void oneThatFailsIsDeleted() {
        snapshotFails = true;
        assertThatThrownBy(source::open).hasMessage("no answer in time");
        assertThat(steps).containsExactly("mark", "take", "delete");
    }
}
