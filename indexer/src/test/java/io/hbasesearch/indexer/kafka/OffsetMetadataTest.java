/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class OffsetMetadataTest {
    @Test
    void survivesTheWayThroughKafka() {
        UUID index = UUID.randomUUID();
        for (OffsetMetadata metadata : List.of(
                new OffsetMetadata(index, Optional.empty()), new OffsetMetadata(index, Optional.of("0a1b2c")))) {
            assertThat(OffsetMetadata.parse(metadata.toString())).contains(metadata);
            assertThat(OffsetMetadata.parse(metadata + " something=later")).contains(metadata);
        }
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
