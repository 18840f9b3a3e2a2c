/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.Position;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Upgrades of an embedded index: what stands on disk stays readable, and what another version wrote is left alone. */
class CommitDataTest {
    /** As a first version committed it, before there were generations. Never changed. */
    private static final Map<String, String> FORMAT_1 = Map.ofEntries(
            Map.entry("hbase-search.format", "1"),
            Map.entry("metadata.index", "mail"),
            Map.entry("metadata.physicalName", "mail-1"),
            Map.entry("metadata.uuid", "4b1f8a5e-6d0f-4f0e-9d0c-0a0b0c0d0e0f"),
            Map.entry("metadata.table", "default:mail"),
            Map.entry("metadata.topic", "hbase-search.default.mail"),
            Map.entry("metadata.topicId", "AAAAAAAAAAAAAAAAAAAAAA"),
            Map.entry("metadata.partitions", "2"),
            Map.entry("metadata.epoch", "1"),
            Map.entry("metadata.definitionHash", "abc"),
            Map.entry("metadata.createdAt", "2026-01-01T00:00:00Z"),
            Map.entry("metadata.complete", "true"),
            Map.entry("metadata.analyzers", "{\"body\":\"standard\"}"),
            Map.entry("position.0", "17@3"),
            Map.entry("position.1", "0"));

    @Test
    void anIndexOfThisFormatIsRead() {
        CommitData data = CommitData.decode("mail", FORMAT_1);

        assertThat(data.metadata().index()).isEqualTo("mail");
        assertThat(data.metadata().generation()).isEqualTo(IndexMetadata.FIRST_GENERATION);
        assertThat(data.metadata().analyzers()).containsExactly(Map.entry("body", "standard"));
        assertThat(data.positions())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        0, new Position(17, OptionalInt.of(3)),
                        1, new Position(0, OptionalInt.empty())));
        assertThat(CommitData.decode("mail", data.encode())).isEqualTo(data);
    }

    @Test
    void anIndexOfANewerFormatIsRefusedAndSaysWhatToDo() {
        Map<String, String> newer = new HashMap<>(FORMAT_1);
        newer.put("hbase-search.format", "2");

        assertThatThrownBy(() -> CommitData.decode("mail", newer))
                .isInstanceOfSatisfying(HBaseSearchException.class, failure -> {
                    assertThat(failure.code()).isEqualTo(ErrorCode.INDEX_INCOMPATIBLE);
                    assertThat(failure.getMessage()).contains("index mail", "its format is 2, not 1");
                });
    }
}
