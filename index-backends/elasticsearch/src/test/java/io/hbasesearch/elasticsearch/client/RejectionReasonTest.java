/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.client;

import static org.assertj.core.api.Assertions.assertThat;

import co.elastic.clients.elasticsearch._types.ErrorCause;
import org.junit.jupiter.api.Test;

class RejectionReasonTest {
    @Test
    void fieldAndTypeAreToldAndTheValueIsNot() {
        ErrorCause cause = error("number_format_exception", "For input string: \"secret\"", null);
        ErrorCause error = error(
                "document_parsing_exception",
                "[1:6] failed to parse field [size] of type [long] in document with id 'a'. "
                        + "Preview of field's value: 'secret'",
                cause);
        assertThat(RejectionReason.of(error))
                .isEqualTo("document_parsing_exception (field [size] of type [long]), caused by"
                        + " number_format_exception");
    }

    @Test
    void aTermThatIsTooLongIsNamedAsTheCause() {
        ErrorCause error = error(
                "illegal_argument_exception",
                "Document contains at least one immense term in field=\"k\" (whose UTF8 encoding is longer than the max"
                        + " length 32766), all of which were skipped. The prefix of the first immense term is: '[115,"
                        + " 101]...'",
                null);
        assertThat(RejectionReason.of(error)).contains("field=\"k\"", "32766").doesNotContain("115");
    }

    @Test
    void whatIsNotKnownIsToldByItsTypeAlone() {
        assertThat(RejectionReason.of(error("some_new_exception", "the value secret is odd", null)))
                .isEqualTo("some_new_exception");
    }

    @Test
    void aPipelineThatIsMissingIsNamed() {
        assertThat(RejectionReason.of(
                        error("illegal_argument_exception", "pipeline with id [clean-up] does not exist", null)))
                .isEqualTo("illegal_argument_exception (pipeline with id [clean-up] does not exist)");
        assertThat(RejectionReason.of(
                        error("illegal_argument_exception", "value pipeline with id [secret] does not exist", null)))
                .doesNotContain("secret");
    }

    @Test
    void anErrorThatSaysNothingIsStillTold() {
        assertThat(RejectionReason.of(error("some_exception", null, null))).isEqualTo("some_exception");
    }

    @Test
    void whatARequestNeedsAndWhatThereIsAreToldAndCompared() {
        String large = told(716_800, 614_400);
        assertThat(large).endsWith("coordinating_operation_bytes=716800, max_coordinating_bytes=614400)");
        assertThat(RejectionReason.isAboveLimit(large)).isTrue();
        assertThat(RejectionReason.isAboveLimit(told(614_400, 614_400))).isFalse();
        assertThat(RejectionReason.isAboveLimit("circuit_breaking_exception ([parent] Data too large)"))
                .isFalse();
    }

    private static String told(long bytes, long limit) {
        return RejectionReason.ofDelay(error(
                "es_rejected_execution_exception",
                "rejected execution of coordinating operation [coordinating_and_primary_bytes=0, replica_bytes=0,"
                        + " all_bytes=0, coordinating_operation_bytes=" + bytes + ", max_coordinating_bytes=" + limit
                        + "]",
                null));
    }

    private static ErrorCause error(String type, String reason, ErrorCause cause) {
        return ErrorCause.of(error -> error.type(type).reason(reason).causedBy(cause));
    }
}
