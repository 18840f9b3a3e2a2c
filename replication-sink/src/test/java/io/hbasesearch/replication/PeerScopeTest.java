/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import static io.hbasesearch.replication.FakePeer.VALID;
import static io.hbasesearch.replication.WalEntries.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.replication.settings.PeerScope;
import io.hbasesearch.replication.settings.PeerSettings;
import io.hbasesearch.replication.settings.ShippedColumns;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfig;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class PeerScopeTest {
    private static final TableName MAIL = TableName.valueOf("mail");
    private static final ReplicationPeerConfig ALL = FakePeer.config(VALID).build();

    private final PeerScope scope = new PeerScope(ALL, null);

    @Test
    void decidesOnceForEachTableAndFamily() {
        assertThat(scope.of(MAIL)).isSameAs(scope.of(MAIL));
        assertThat(scope.of(MAIL).family(Bytes.toBytes("d")))
                .isSameAs(scope.of(MAIL).family(Bytes.toBytes("d")))
                .isSameAs(scope.of(MAIL)
                        .familyOf(entry().put("r", "d", "a", "x")
                                .build()
                                .getEdit()
                                .getCells()
                                .get(0)))
                .isNotSameAs(scope.of(MAIL).family(Bytes.toBytes("e")));
    }

    /** A family's scope may be altered, and both kinds of entries are in one log. */
    @Test
    void remembersNothingOfAnEntrysOwnScopes() {
        for (int replicated : new int[] {1, 0, 1}) {
            assertThat(EntryCells.concerning(
                            entry().put("r", "d", "a", "x")
                                    .scopes(WalEntries.scopes(Map.of("d", replicated, "e", 1)))
                                    .build(),
                            scope))
                    .hasSize(replicated);
        }
    }

    @Test
    void keepsSoManyTablesAndFamiliesAndNoMore() {
        PeerScope few = new PeerScope(ALL, null, 2, 2);
        PeerScope.OfTable first = few.of(TableName.valueOf("t0"));
        few.of(TableName.valueOf("t1"));
        assertThat(few.of(TableName.valueOf("t0"))).isSameAs(first);
        few.of(TableName.valueOf("t2"));
        assertThat(few.of(TableName.valueOf("t0"))).isNotSameAs(first);
        assertThat(few.of(TableName.valueOf("t0")).isConcerned()).isTrue();

        PeerScope.OfFamily family = first.family(Bytes.toBytes("f0"));
        first.family(Bytes.toBytes("f1"));
        assertThat(first.family(Bytes.toBytes("f0"))).isSameAs(family);
        first.family(Bytes.toBytes("f2"));
        assertThat(first.family(Bytes.toBytes("f0"))).isNotSameAs(family);
        assertThat(first.family(Bytes.toBytes("f0")).columns).isSameAs(ShippedColumns.OfFamily.ALL);
    }

    @Test
    void goesWithTheConfigurationThatItIsOf() {
        AtomicReference<ReplicationPeerConfig> peer = new AtomicReference<>(ALL);
        PeerSettings settings = new PeerSettings(peer::get);
        PeerScope before = settings.scope();
        assertThat(settings.scope()).isSameAs(before);
        assertThat(before.of(MAIL).isConcerned()).isTrue();

        peer.set(FakePeer.config(VALID)
                .setReplicateAllUserTables(false)
                .setTableCFsMap(Map.of(TableName.valueOf("other"), List.of()))
                .build());

        assertThat(settings.scope().of(MAIL).isConcerned()).isFalse();
        assertThat(settings.scope().of(TableName.valueOf("other")).isConcerned())
                .isTrue();
    }
}
