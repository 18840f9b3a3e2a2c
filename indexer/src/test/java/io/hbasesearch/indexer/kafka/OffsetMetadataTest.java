/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

class OffsetMetadataTest {
    @Test
    void survivesTheWayThroughKafka() {
        OffsetMetadata metadata = new OffsetMetadata(UUID.randomUUID());
        assertThat(OffsetMetadata.parse(metadata.toString())).contains(metadata);
        assertThat(OffsetMetadata.parse(metadata + " something=later")).contains(metadata);
    }

    @Test
    void knowsWhatIsNotOurs() {
        assertThat(OffsetMetadata.parse("")).isEmpty();
        assertThat(OffsetMetadata.parse("hbase-search/1 index=------------------------------------"))
                .isEmpty();
        assertThat(OffsetMetadata.parse("hbase-search/2 index=" + UUID.randomUUID()))
                .isEmpty();
    }
}
