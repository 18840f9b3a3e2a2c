/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.hosting;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.error.Remedies;
import io.hbasesearch.testing.Fixtures;
import java.util.List;
import org.junit.jupiter.api.Test;

class GenerationSiteTest {
    private static final HBaseSearchException WHY =
            Remedies.endLost("mail", "markers that were appended before its rows were read");
    private static final IndexMetadata GENERATION =
            Fixtures.metadata("mail").physicalName("mail-2").complete(false).build();

    @Test
    void aKeptGenerationThatLostSomethingIsGivenUpAndNothingIsBuilt() {
        HBaseSearchException lost = GenerationSite.lost(GENERATION, true, WHY);
        assertThat(lost.code()).isEqualTo(WHY.code());
        assertThat(lost).hasMessageStartingWith("mail-2, which readers do not see, has lost something: ");
        assertThat(lost.hint()).hasValueSatisfying(hint -> assertThat(hint)
                .contains("hbase-search reindex cancel mail. ", "hbase-search reindex drop-old mail")
                .doesNotContain("--rebuild"));
    }

    /** Without its topic the live one is not well either, and another generation would find the same. */
    @Test
    void whereTheTopicIsWhatIsLostANewEpochIsAdvised() {
        String bump = "Begin a new epoch: hbase-search index epoch mail --bump.";
        for (ErrorCode code : List.of(ErrorCode.INDEX_INCOMPATIBLE, ErrorCode.TOPIC_NOT_FOUND)) {
            HBaseSearchException why = new HBaseSearchException(code, "the topic was created again", bump, null);
            assertThat(GenerationSite.lost(GENERATION, true, why).hint()).contains(bump);
            assertThat(GenerationSite.lost(GENERATION, false, why).hint()).contains(bump);
        }
    }

    @Test
    void oneThatIsBeingBuiltIsBegunAgain() {
        assertThat(GenerationSite.lost(GENERATION, false, WHY).hint()).hasValueSatisfying(hint -> assertThat(hint)
                .contains("hbase-search reindex cancel mail. ", "hbase-search reindex mail --rebuild"));
    }
}
