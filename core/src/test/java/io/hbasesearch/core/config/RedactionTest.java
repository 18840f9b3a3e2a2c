/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ssl.keystore.password=hunter2",
                "password: hunter2",
                "\"password\": \"hunter2 and more\"",
                "apiKey: hunter2",
                "api-keys: [hunter2, other]",
                "Authorization: ApiKey hunter2",
                "authorization=Bearer hunter2",
                "sasl.jaas.config='Login required password=hunter2;'",
                "GET https://elastic:hunter2@localhost:9200/",
            })
    void removesSecrets(String text) {
        assertThat(Redaction.redact(text)).doesNotContain("hunter2").contains("******");
    }

    @Test
    void leavesTheRestAlone() {
        String text = "index mail: 3 rows from http://127.0.0.1:9200 (tokenizer standard)";
        assertThat(Redaction.redact(text)).isEqualTo(text);
    }
}
