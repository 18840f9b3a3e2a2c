/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.concurrent.Deadline;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class OwnerChecksTest {
    private static final List<RowKey> KEYS = List.of(RowKey.utf8("n"), RowKey.utf8("a"));
    private static final long TIMEOUT_SECONDS = 10;

    private long nanos = TimeUnit.HOURS.toNanos(1);
    private final OwnerChecks checks = new OwnerChecks(() -> nanos);
    private final Cluster cluster = new Cluster();
    private final List<String> answers = new ArrayList<>();

    /** Two regions: up to m, and from m on. The client knows where the second one was when it asked last. */
    private static final class Cluster implements OwnerChecks.Owners {
        private String owner = "rs1";
        private String known = "rs1";
        private int asked;

        private static OwnerChecks.Owner at(ByteArray row, String second) {
            ByteArray m = ByteArray.utf8("m");
            return row.compareTo(m) < 0
                    ? new OwnerChecks.Owner(ByteArray.utf8("first"), m, "rs0")
                    : new OwnerChecks.Owner(ByteArray.utf8("second"), ByteArray.empty(), second);
        }

        @Override
        public OwnerChecks.Owner known(ByteArray row, Duration timeout) {
            return at(row, known);
        }

        @Override
        public Set<OwnerChecks.Owner> confirm(Collection<OwnerChecks.Owner> owners, Duration timeout) {
            asked++;
            return owners.stream()
                    .filter(one -> Set.of("rs0", owner).contains(one.server()))
                    .collect(Collectors.toSet());
        }

        @Override
        public void relocate(ByteArray row, Duration timeout) {
            known = owner;
        }
    }

    /** Reads where the client knows the second region. */
    private void read(Runnable meanwhile) {
        List<Row> rows = checks.read(cluster, KEYS, Duration.ofSeconds(TIMEOUT_SECONDS), left -> {
            answers.add(cluster.known);
            meanwhile.run();
            return KEYS.stream().map(key -> new Row(key, List.of())).toList();
        });
        assertThat(rows).extracting(Row::key).isEqualTo(KEYS);
    }

    private void read() {
        read(() -> {});
    }

    private void pass(double seconds) {
        nanos += (long) (seconds * TimeUnit.SECONDS.toNanos(1));
    }

    private void readEachSecond(int seconds) {
        for (int i = 0; i < seconds; i++) {
            read();
            pass(1);
        }
    }

    @Test
    void serversThatAnswerAllTheTimeNeedNoQuestion() {
        readEachSecond(6);
        int begun = cluster.asked;
        assertThat(begun).as("of servers that were never heard").isPositive();
        readEachSecond(60);
        assertThat(cluster.asked).isEqualTo(begun);
    }

    @Test
    void theAnswerOfAReplacedServerIsNotTakenAfterASilence() {
        readEachSecond(6);
        pass(60);
        cluster.owner = "rs2";
        answers.clear();
        read();
        assertThat(answers).containsExactly("rs1", "rs2");
    }

    @Test
    void aReadThatTookLongMayBeTheAnswerOfAReplacedServer() {
        readEachSecond(6);
        answers.clear();
        read(() -> {
            if (answers.size() == 1) {
                pass(9);
                cluster.owner = "rs2";
            }
        });
        assertThat(answers).containsExactly("rs1", "rs2");
    }

    @Test
    void aServerThatWasSilentIsDoubtedUntilItMustKnowOfItsDeath() {
        readEachSecond(6);
        pass(60);
        // The master has not replaced it yet.
        read();
        pass(1);
        cluster.owner = "rs2";
        answers.clear();
        read();
        assertThat(answers).containsExactly("rs1", "rs2");
    }

    @Test
    void rowsAreReadAgainIfTheirRegionMovedMeanwhile() {
        readEachSecond(6);
        answers.clear();
        read(() -> cluster.known = answers.size() == 1 ? "rs2" : cluster.known);
        // rs2 is not the owner by hbase:meta either: the next answer is from there.
        assertThat(answers).containsExactly("rs1", "rs1");
    }

    @Test
    void theOwnerOfARowIsFoundAgainAfterItsRegionMoved() {
        cluster.owner = "rs2";
        Deadline deadline = Deadline.after(Duration.ofSeconds(TIMEOUT_SECONDS));
        assertThat(OwnerChecks.confirmed(cluster, ByteArray.utf8("n"), deadline).server())
                .isEqualTo("rs2");
    }
}
