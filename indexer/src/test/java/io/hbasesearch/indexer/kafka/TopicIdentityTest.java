/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexSource;
import io.hbasesearch.testing.Fixtures;
import org.junit.jupiter.api.Test;

class TopicIdentityTest {
    private static final String NAME = "hbase-search.default.mail";
    private static final IndexMetadata INDEX = Fixtures.metadata("mail")
            .source(new IndexSource(NAME, "id", 4, 1, true))
            .build();

    @Test
    void theTopicOfWhichTheIndexWasMadeIsTheSame() {
        assertThatCode(() -> TopicIdentity.requireSame(INDEX, new Topics.Topic(NAME, "id", 4, 3)))
                .doesNotThrowAnyException();
    }

    @Test
    void oneThatWasMadeAnewUnderItsNameIsAnother() {
        assertRefused(new Topics.Topic(NAME, "another id", 4, 3), "deleted and created again");
    }

    @Test
    void oneThatGotMorePartitionsIsAnother() {
        assertRefused(new Topics.Topic(NAME, "id", 5, 3), "has 5 partitions");
    }

    private static void assertRefused(Topics.Topic topic, String why) {
        assertThatThrownBy(() -> TopicIdentity.requireSame(INDEX, topic))
                .isInstanceOfSatisfying(HBaseSearchException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.INDEX_INCOMPATIBLE);
                    assertThat(e.hint().orElseThrow()).contains("index epoch mail --bump");
                })
                .hasMessageContaining(why);
    }
}
