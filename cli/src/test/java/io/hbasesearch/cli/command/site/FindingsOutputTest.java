/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.site;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.administration.diagnosis.Finding;
import io.hbasesearch.administration.diagnosis.Finding.State;
import io.hbasesearch.administration.diagnosis.Findings;
import io.hbasesearch.cli.session.CommandFailure;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FindingsOutputTest {
    private static final Finding OK =
            new Finding("index", "mail", State.OK, 0, "7 documents", Optional.empty(), Map.of());
    private static final Finding DOWN =
            new Finding("kafka", "cluster", State.WRONG, 11, "no\n answer", Optional.of("start it"), Map.of());

    @Test
    void eachFindingHasALineAndBelowItTheRemedy() {
        assertThat(output(OK, DOWN).text())
                .isEqualTo(
                        """
                        ok      index         mail: 7 documents
                        WRONG   kafka         cluster: no answer
                                              -> start it""");
    }

    @Test
    void aCheckWithALongNameStandsApartFromItsObject() {
        Finding settings = new Finding("hbase-settings", "server", State.OK, 0, "fine", Optional.empty(), Map.of());
        assertThat(output(settings, OK).text())
                .isEqualTo("ok      hbase-settings server: fine\nok      index          mail: 7 documents");
    }

    @Test
    void failureNamesTheWorstFindingAndHasItsExitCode() {
        assertThat(output(OK).failure()).isEmpty();
        CommandFailure failure = output(OK, DOWN).failure().orElseThrow();
        assertThat(failure.exitCode()).isEqualTo(11);
        assertThat(failure).hasMessage("1 wrong, first kafka cluster: no\n answer");
        assertThat(failure.hint()).isEqualTo("start it");
    }

    private static FindingsOutput output(Finding... findings) {
        return new FindingsOutput(new Findings(List.of(findings)));
    }
}
