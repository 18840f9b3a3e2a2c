/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EnvironmentKeyTest {
    @Test
    void isTakenWithoutTheSpaceAroundIt() {
        assertThat(EnvironmentKey.of(Map.of("HBASE_SEARCH_API_KEY", "secret-key\r\n")))
                .hasValue("secret-key");
        assertThat(EnvironmentKey.of(Map.of("HBASE_SEARCH_API_KEY", " "))).isEmpty();
        assertThat(EnvironmentKey.of(Map.of())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"secret\nkey", "secret\u2013key", "secret key", "secret\u0000key"})
    void isRefusedWithoutBeingToldIfNoHeaderCanCarryIt(String key) {
        assertThatThrownBy(() -> EnvironmentKey.of(Map.of("HBASE_SEARCH_API_KEY", key)))
                .hasMessageContaining("HBASE_SEARCH_API_KEY contains a character")
                .hasMessageNotContaining("secret");
    }
}
