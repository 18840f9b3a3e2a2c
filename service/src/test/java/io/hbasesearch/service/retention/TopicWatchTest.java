/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.service.retention;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.spi.IndexGeneration;
import io.hbasesearch.core.spi.IndexGeneration.State;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexSource;
import io.hbasesearch.indexer.kafka.TopicBacklog;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class TopicWatchTest {
    private static final IndexMetadata INDEX = IndexMetadata.builder("mail")
            .physicalName("mail-1")
            .uuid(new UUID(1, 2))
            .createdAt(Instant.EPOCH)
            .table(new TableId("default", "mail"))
            .source(new IndexSource("hbase-search.default.mail", "id", 4, 1, true))
            .definitionHash("hash")
            .build();
    private static final IndexGeneration LIVE = new IndexGeneration(INDEX, State.LIVE);
    private static final Duration WEEK = Duration.ofDays(7);

    @Test
    void warnsWhenTopicMayDeleteUnreadEventsWithinTheGivenTime() {
        assertThat(alarm(WEEK, Duration.ofHours(25), 10)).isEmpty();
        assertThat(alarm(WEEK, Duration.ofHours(23), 10).orElseThrow())
                .contains("Index mail has 10 unread events", "in 1380 min", "kafka-configs.sh --bootstrap-server ");
    }

    @Test
    void doesNotWarnWhenNothingIsUnread() {
        assertThat(alarm(Duration.ofHours(1), Duration.ofHours(1), 0)).isEmpty();
    }

    @Test
    void asksForNoMoreThanHalfOfAShortRetention() {
        Duration hours = Duration.ofHours(4);
        assertThat(alarm(hours, Duration.ofMinutes(121), 10)).isEmpty();
        assertThat(alarm(hours, Duration.ofMinutes(119), 10)).isNotEmpty();
    }

    @Test
    void warnsWhenUnreadEventsFillHalfOfTheBytesThatAreKept() {
        assertThat(ofBytes(1_000, 500)).isEmpty();
        assertThat(ofBytes(1_000, 499).orElseThrow()).contains("retention.bytes");
    }

    @Test
    void saysWhenItIsTooLate() {
        TopicBacklog lost = lost();
        assertThat(TopicWatch.alarm(LIVE, lost, Duration.ofHours(24), false).orElseThrow())
                .contains("hbase-search reindex mail --rebuild");
        assertThat(TopicWatch.alarm(LIVE, lost, Duration.ofHours(24), true).orElseThrow())
                .contains("hbase-search index epoch mail --bump");
    }

    @Test
    void oneThatNoReaderSeesIsGivenUpAndNotTheIndex() {
        assertThat(TopicWatch.alarm(new IndexGeneration(INDEX, State.OLD), lost(), WEEK, false)
                        .orElseThrow())
                .contains("index mail (generation 1)", "reindex drop-old mail")
                .doesNotContain("index delete");
        assertThat(TopicWatch.alarm(new IndexGeneration(INDEX, State.BUILDING), lost(), WEEK, false)
                        .orElseThrow())
                .contains("reindex cancel mail")
                .doesNotContain("index delete");
    }

    private static TopicBacklog lost() {
        return new TopicBacklog(
                5, -1, Optional.of(WEEK), Optional.of(WEEK), OptionalLong.empty(), OptionalLong.empty());
    }

    private static Optional<String> alarm(Duration retention, Duration headroom, long unread) {
        TopicBacklog backlog = new TopicBacklog(
                unread, 0, Optional.of(retention), Optional.of(headroom), OptionalLong.empty(), OptionalLong.empty());
        return TopicWatch.alarm(LIVE, backlog, Duration.ofHours(24), false);
    }

    private static Optional<String> ofBytes(long retention, long headroom) {
        TopicBacklog backlog = new TopicBacklog(
                5, 0, Optional.empty(), Optional.empty(), OptionalLong.of(retention), OptionalLong.of(headroom));
        return TopicWatch.alarm(LIVE, backlog, Duration.ofHours(24), false);
    }
}
