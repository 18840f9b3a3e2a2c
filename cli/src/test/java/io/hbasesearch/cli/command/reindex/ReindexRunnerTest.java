/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.reindex;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.indexer.error.Remedies;
import org.junit.jupiter.api.Test;

/** Nobody is told to give something up and then to go on with it. */
class ReindexRunnerTest {
    private static final String RESUME = "Go on with: hbase-search reindex rollback mail";

    @Test
    void whatPassesEndsWithTheCommandThatGoesOn() {
        assertThat(next(ErrorCode.SERVER_UNREACHABLE, "See that Kafka answers."))
                .isEqualTo("See that Kafka answers. Then go on with: hbase-search reindex rollback mail");
    }

    @Test
    void whatIsLostIsGivenUpAndNotGoneOnWith() {
        String remedy = Remedies.endAndGiveUpKept("mail");
        assertThat(next(ErrorCode.INDEX_INCOMPATIBLE, remedy)).isEqualTo(remedy);
        assertThat(next(ErrorCode.OFFSETS_LOST, remedy)).isEqualTo(remedy);
    }

    @Test
    void aHintThatSaysHowItGoesOnStandsAlone() {
        String hint = "Wait, and run hbase-search reindex mail again.";
        assertThat(next(ErrorCode.TIMED_OUT, hint)).isEqualTo(hint);
    }

    @Test
    void whereNothingIsSaidTheCommandIs() {
        assertThat(next(ErrorCode.INTERNAL, "")).isEqualTo(RESUME);
    }

    private static String next(ErrorCode code, String hint) {
        return ReindexRunner.next("mail", code, hint, RESUME);
    }
}
