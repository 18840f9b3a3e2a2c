/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class EnvironmentExpansionTest {
    private final EnvironmentExpansion expansion =
            new EnvironmentExpansion(Map.of("HOST", "db1", "EMPTY", "", "TRICKY", "$1 ${HOST} \\"));

    @Test
    void putsVariablesAndDefaultsIn() {
        assertThat(expansion.expand("plain $HOST text")).isEqualTo("plain $HOST text");
        assertThat(expansion.expand("http://${HOST}:${PORT:-9200}/")).isEqualTo("http://db1:9200/");
        assertThat(expansion.expand("${HOST:-other}")).isEqualTo("db1");
        assertThat(expansion.expand("${EMPTY:-other}")).isEqualTo("other");
        assertThat(expansion.expand("[${EMPTY}]")).isEqualTo("[]");
        assertThat(expansion.expand("${NONE:-}")).isEmpty();
        assertThat(expansion.expand("${NONE:-a:-b}")).isEqualTo("a:-b");
    }

    @Test
    void takesValuesAsTheyAre() {
        assertThat(expansion.expand("<${TRICKY}>")).isEqualTo("<$1 ${HOST} \\>");
    }

    @Test
    void aDoubledDollarIsADollar() {
        assertThat(expansion.expand("$${HOST}")).isEqualTo("${HOST}");
        assertThat(expansion.expand("$${a} ${HOST}")).isEqualTo("${a} db1");
    }

    @Test
    void anUndefinedVariableIsAProblem() {
        assertThatThrownBy(() -> expansion.expand("${NONE}"))
                .hasMessageContaining("NONE")
                .hasMessageContaining("${NONE:-default}");
    }

    @Test
    void aBrokenReferenceIsAProblem() {
        for (String broken : new String[] {"${", "${HOST", "${}", "${1A}", "${HOST-default}", "${HOST:default}"}) {
            assertThatThrownBy(() -> expansion.expand(broken)).as(broken).hasMessageContaining("${NAME:-default}");
        }
    }
}
