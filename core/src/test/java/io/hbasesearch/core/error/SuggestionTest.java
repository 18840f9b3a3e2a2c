/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SuggestionTest {
    private static final List<String> KEYS = List.of("requestTimeout", "refreshInterval", "host", "port", "id");

    @Test
    void findsTheKeyThatWasMistyped() {
        assertThat(Suggestion.nearest("reqeustTimeout", KEYS)).contains("requestTimeout");
        assertThat(Suggestion.nearest("prot", KEYS)).contains("port");
        assertThat(Suggestion.nearest("hosts", KEYS)).contains("host");
    }

    @Test
    void otherCustomsOfWritingKeysDoNotCount() {
        assertThat(Suggestion.nearest("request-timeout", KEYS)).contains("requestTimeout");
        assertThat(Suggestion.nearest("refresh_interval", KEYS)).contains("refreshInterval");
        assertThat(Suggestion.nearest("PORT", KEYS)).contains("port");
    }

    @Test
    void suggestsNothingThatIsNotNear() {
        assertThat(Suggestion.nearest("password", KEYS)).isEmpty();
        assertThat(Suggestion.nearest("x", KEYS)).isEmpty();
        assertThat(Suggestion.nearest("", KEYS)).isEmpty();
        assertThat(Suggestion.nearest("host", List.of())).isEmpty();
    }
}
