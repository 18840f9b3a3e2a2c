/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import static io.hbasesearch.replication.WalEntries.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.replication.settings.PeerSettings;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.wal.WAL.Entry;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class EntryFilterTest {
    private final FakePeer peer = new FakePeer(FakePeer.VALID);
    private final QuietLog log = new QuietLog(LoggerFactory.getLogger(EntryFilterTest.class), System::nanoTime);
    private final EntryFilter filter = new EntryFilter(new PeerSettings(peer::getPeerConfig), log);

    @Test
    void takesOutWhatDoesNotConcernThePeer() {
        Entry entry =
                entry().put("r", "d", "a", "x").put("r", "local", "a", "x").build();

        assertThat(filter.filter(entry)).isSameAs(entry);
        assertThat(entry.getEdit().size()).isEqualTo(1);
    }

    @Test
    void dropsEntriesOfOtherTables() {
        peer.update(config ->
                config.setReplicateAllUserTables(false).setTableCFsMap(Map.of(TableName.valueOf("other"), List.of())));

        assertThat(filter.filter(entry().put("r", "d", "a", "x").build())).isNull();
    }

    @Test
    void emptiesRatherThanDropsSoThatASerialPeerSeesTheSequenceId() {
        Entry entry = entry().put("r", "local", "a", "x").build();

        assertThat(filter.filter(entry)).isSameAs(entry);
        assertThat(entry.getEdit().isEmpty()).isTrue();
    }

    @Test
    void followsThePeersConfiguration() {
        peer.set(FakePeer.validWith("hbase-search.columns.default:mail", "d:b"));
        Entry before = entry().put("r", "d", "a", "x").build();
        filter.filter(before);
        peer.set(FakePeer.VALID);
        Entry after = entry().put("r", "d", "a", "x").build();
        filter.filter(after);

        assertThat(before.getEdit().isEmpty()).isTrue();
        assertThat(after.getEdit().size()).isEqualTo(1);
    }

    @Test
    void dropsNoColumnsWhileTheConfigurationIsInvalid() {
        peer.set(FakePeer.validWith("hbase-search.columns.default:mail", "d:b", "hbase-search.payload", "x"));
        Entry entry = entry().put("r", "d", "a", "x").build();

        assertThat(filter.filter(entry).getEdit().size()).isEqualTo(1);
    }

    @Test
    void letsEntriesPassWholeWhenAnythingIsThrown() {
        EntryFilter broken = new EntryFilter(
                new PeerSettings(() -> {
                    throw new NoClassDefFoundError("missing");
                }),
                log);
        Entry entry = entry().put("r", "local", "a", "x").build();

        assertThat(broken.filter(entry)).isSameAs(entry);
        assertThat(entry.getEdit().size()).isEqualTo(1);
        assertThat(broken.filter(null)).isNull();
    }
}
