/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FindingsTest {
    private static final Finding DIFFERS = Finding.wrong("divergence", "mail", 4, "3 rows differ", "verify");
    private static final Finding DOWN = Finding.wrong("kafka", "cluster", 11, "no\n answer", "start it");
    private static final Finding DENIED = Finding.wrong("peer", "all", 12, "may not", "grant it");
    private static final Finding OK = Finding.ok("index", "mail", "7 documents");

    @Test
    void whatIsOutOfReachIsMendedFirstAsItHidesTheRest() {
        assertThat(new Findings(List.of(DIFFERS, OK, DENIED, DOWN)).exitCode()).isEqualTo(11);
        assertThat(new Findings(List.of(DIFFERS, OK, DENIED)).exitCode()).isEqualTo(12);
        assertThat(new Findings(List.of(DIFFERS, OK)).exitCode()).isEqualTo(4);
        assertThat(new Findings(List.of(OK, Finding.warning("lag", "mail", "late", "wait"))).exitCode())
                .isZero();
    }

    @Test
    void noSecretIsTold() {
        Finding finding =
                Finding.wrong("kafka", "http://user:pass1@host", 1, "password=pass2", "curl http://u:pass3@h");

        assertThat(finding.toString()).contains("http://******@host").doesNotContain("pass1", "pass2", "pass3");
    }
}
