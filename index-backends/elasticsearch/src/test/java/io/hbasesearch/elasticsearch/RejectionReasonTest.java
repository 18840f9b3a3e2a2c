/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;

import co.elastic.clients.elasticsearch._types.ErrorCause;
import org.junit.jupiter.api.Test;

class RejectionReasonTest {
    @Test
    void field_and_type_are_told_and_the_value_is_not() {
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
    void a_term_that_is_too_long_is_named_as_the_cause() {
        ErrorCause error = error(
                "illegal_argument_exception",
                "Document contains at least one immense term in field=\"k\" (whose UTF8 encoding is longer than the max"
                        + " length 32766), all of which were skipped. The prefix of the first immense term is: '[115,"
                        + " 101]...'",
                null);
        assertThat(RejectionReason.of(error)).contains("field=\"k\"", "32766").doesNotContain("115");
    }

    @Test
    void what_is_not_known_is_told_by_its_type_alone() {
        assertThat(RejectionReason.of(error("some_new_exception", "the value secret is odd", null)))
                .isEqualTo("some_new_exception");
    }

    @Test
    void an_error_that_says_nothing_is_still_told() {
        assertThat(RejectionReason.of(error("some_exception", null, null))).isEqualTo("some_exception");
    }

    private static ErrorCause error(String type, String reason, ErrorCause cause) {
        return ErrorCause.of(error -> error.type(type).reason(reason).causedBy(cause));
    }
}
