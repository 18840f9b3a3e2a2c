/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tables, peers and settings of HBase, and what is said of one that fails. */
@Timeout(180)
class HBaseAccessIT extends SharedHBase {
    @Test
    void saysWhatIsWrong() {
        List<RowKey> keys = List.of(RowKey.utf8("a"));
        TableId absent = TableId.parse("absent");
        assertThat(failure(() -> reader.read(absent, ColumnSelection.everything(), keys, TIMEOUT)))
                .isEqualTo(ErrorCode.TABLE_NOT_FOUND);
        assertThat(failure(() -> reader.scan(absent, ColumnSelection.everything(), KeyRange.all())
                        .next()))
                .isEqualTo(ErrorCode.TABLE_NOT_FOUND);
        ColumnSelection noFamily = ColumnSelection.of(List.of(ColumnName.of("nope", "x")));
        TableId table = table("wrong");
        assertThat(failure(() -> reader.read(table, noFamily, keys, TIMEOUT)))
                .isEqualTo(ErrorCode.CONFIGURATION_INVALID);
        assertThat(failure(() -> tables.replicatedFamilies(absent))).isEqualTo(ErrorCode.TABLE_NOT_FOUND);
        assertThat(failure(() -> peers.enable("absent"))).isEqualTo(ErrorCode.NOT_FOUND);
        assertThat(reader.check().ok()).isTrue();
    }

    @Test
    void aServerThatHangsIsReportedWithinTheTimeoutAndFoundAgain() {
        TableId table = table("hangs");
        List<RowKey> keys = List.of(RowKey.utf8("a"));
        reader.read(table, ColumnSelection.everything(), keys, TIMEOUT);
        server.pause();
        try {
            Duration timeout = Duration.ofSeconds(2);
            // The signal reaches the server's threads one after the other: a first read may still be answered.
            await().atMost(PATIENCE).untilAsserted(() -> {
                long start = System.nanoTime();
                HBaseSearchException failure = catchThrowableOfType(
                        HBaseSearchException.class,
                        () -> reader.read(table, ColumnSelection.everything(), keys, timeout));
                assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(6));
                assertThat(failure).isNotNull();
                assertThat(failure.code()).isIn(ErrorCode.TIMED_OUT, ErrorCode.SERVER_UNREACHABLE);
            });
        } finally {
            server.resume();
        }
        await().atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(HBaseSearchException.class)
                .until(() -> reader.read(table, ColumnSelection.everything(), keys, TIMEOUT)
                        .get(0)
                        .isEmpty());
    }

    @Test
    void familiesAreSetToReplicate() {
        TableId table = table("scopes");
        assertThat(tables.list()).contains(table);
        assertThat(tables.exists(table)).isTrue();
        assertThat(tables.replicatedFamilies(table)).isEqualTo(Map.of("d", true, "m", false));
        assertThat(tables.replicate(table, List.of("d", "m"))).containsExactly("m");
        assertThat(tables.replicatedFamilies(table)).isEqualTo(Map.of("d", true, "m", true));
        assertThat(tables.replicate(table, List.of("d", "m"))).isEmpty();
        assertThat(tables.create(table, Map.of("d", true))).isFalse();
    }

    @Test
    void aTableIsMadeOfFamiliesAndRegionsAndDescribed() {
        TableId table = TableId.parse("made");
        TableDescription.Family kept = TableDescription.Family.of("d", true).withVersions(3);
        TableDescription.Family other = TableDescription.Family.of("m", false);
        List<ByteArray> starts = List.of(ByteArray.utf8("n"), ByteArray.wrap(new byte[] {0}));
        assertThat(tables.create(table, List.of(kept, other), starts)).isTrue();
        assertThat(tables.create(table, List.of(kept), List.of())).isFalse();

        TableDescription description = tables.description(table);
        assertThat(description.regions()).isEqualTo(3);
        assertThat(description.families())
                .extracting(TableDescription.Family::name)
                .containsExactly("d", "m");
        assertThat(description.families().get(0)).satisfies(family -> {
            assertThat(family.versions()).isEqualTo(3);
            assertThat(family.replicated()).isTrue();
            assertThat(family.secondsToLive()).isEmpty();
        });
        assertThat(reader.regions(table)).extracting(KeyRange::start).containsAll(starts);
        assertThat(tables.isEnabled(table)).isTrue();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(tables.descriptions()).contains(description));
        assertThat(failure(() -> tables.description(TableId.parse("absent")))).isEqualTo(ErrorCode.TABLE_NOT_FOUND);
    }

    @Test
    void aRowThatTheClientRefusesDoesNotHoldUpTheOthers() {
        TableId table = table("each");
        ByteArray large = ByteArray.wrap(new byte[11 << 20]);
        List<HBaseRowWriter.RowPut> rows = List.of(
                new HBaseRowWriter.RowPut(
                        RowKey.utf8("a"), Map.of(BODY, ByteArray.utf8("1"), OTHER, ByteArray.utf8("2"))),
                new HBaseRowWriter.RowPut(RowKey.utf8("b"), Map.of(BODY, large)),
                new HBaseRowWriter.RowPut(RowKey.utf8("c"), Map.of(BODY, ByteArray.utf8("3")), OptionalLong.of(7)));

        assertThat(writer.putEach(table, rows)).containsOnlyKeys(1);

        List<RowKey> keys = rows.stream().map(HBaseRowWriter.RowPut::key).toList();
        List<Row> read = reader.read(table, ColumnSelection.everything(), keys, TIMEOUT);
        assertThat(read).extracting(Row::cellCount).containsExactly(2, 0, 1);
        assertThat(read.get(2).cell(BODY).orElseThrow().timestamp()).isEqualTo(7);

        writer.delete(table, RowKey.utf8("a"), List.of(BODY));
        assertThat(reader.read(table, ColumnSelection.everything(), keys.subList(0, 1), TIMEOUT)
                        .get(0)
                        .cells())
                .extracting(Cell::column)
                .containsExactly(OTHER);
        assertThat(failure(() -> writer.putEach(TableId.parse("absent"), rows.subList(0, 1))))
                .isEqualTo(ErrorCode.TABLE_NOT_FOUND);
    }

    @Test
    void aPeerIsAddedChangedDisabledAndRemoved() {
        TableId table = table("peered");
        Map<String, String> configuration = Map.of(
                "hbase-search.kafka.bootstrap.servers", "127.0.0.1:1", "hbase-search.tables", "default:peered=1/3");
        Peer peer =
                Peer.of("search", "io.hbasesearch.replication.KafkaReplicationEndpoint", configuration, Set.of(table));
        peers.add(peer);
        assertThat(peers.find("search")).contains(peer);
        assertThat(peer.covers(table)).isTrue();
        assertThat(failure(() -> peers.add(peer))).isEqualTo(ErrorCode.ALREADY_EXISTS);

        await().atMost(PATIENCE).until(() -> peers.lag("search").size() == 2);
        assertThat(peers.lag("search"))
                .allSatisfy(lag -> assertThat(lag.queue()).isEqualTo("search"));

        TableId second = table("peered_too");
        Peer changed = Peer.of(
                "search",
                peer.endpoint(),
                Map.of(
                        "hbase-search.kafka.bootstrap.servers",
                        "127.0.0.1:1",
                        "hbase-search.tables",
                        "default:peered=1/3;default:peered_too=1/3"),
                Set.of(table, second));
        peers.update(changed);
        assertThat(peers.find("search")).contains(changed);

        peers.disable("search");
        assertThat(peers.find("search").orElseThrow().enabled()).isFalse();
        peers.enable("search");
        assertThat(peers.find("search").orElseThrow().enabled()).isTrue();
        peers.remove("search");
        assertThat(peers.find("search")).isEmpty();
        assertThat(failure(() -> peers.remove("search"))).isEqualTo(ErrorCode.NOT_FOUND);
    }

    @Test
    void anEndpointThatTheMasterLacksIsRefusedInWords() {
        Peer peer = Peer.of("broken", "no.such.Endpoint", Map.of(), Set.of(table("broken")));
        HBaseSearchException failure = catchThrowableOfType(HBaseSearchException.class, () -> peers.add(peer));
        assertThat(failure.code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID);
        assertThat(failure).hasMessageContaining("no.such.Endpoint");
        assertThat(peers.find("broken")).isEmpty();
    }

    @Test
    void settingsThatCannotBeReadAreNotCalledGood() {
        List<ReplicationSettings.Finding> findings = new ReplicationSettings(connections).check();
        assertThat(findings).hasSize(2).allSatisfy(finding -> {
            assertThat(finding.wasRead()).isFalse();
            assertThat(finding.problem()).contains("info port is off");
            assertThat(finding.longestSleepMillis()).isEmpty();
        });
    }
}
