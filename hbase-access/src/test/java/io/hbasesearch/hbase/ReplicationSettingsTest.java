/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ReplicationSettingsTest {
    @Test
    void readsBothSettings() throws IOException {
        String page =
                """
                {"properties": [
                  {"key": "a", "value": "b"},
                  {"key": "replication.source.sleepforretries", "value": "50"},
                  {"key": "replication.source.maxretriesmultiplier", "value": "4"}]}
                """;
        assertThat(ReplicationSettings.parse("rs", page.getBytes(UTF_8)).longestSleepMillis())
                .hasValue(200);
    }

    @Test
    void whatAPageLacksHasHBasesDefault() throws IOException {
        byte[] page = "{\"properties\": [{\"key\": \"a\", \"value\": \"b\"}]}".getBytes(UTF_8);
        assertThat(ReplicationSettings.parse("rs", page).longestSleepMillis()).hasValue(300_000);
    }

    @Test
    void anotherPageIsNotTakenForAConfiguration() {
        assertThatThrownBy(() -> ReplicationSettings.parse("rs", "{}".getBytes(UTF_8)))
                .isInstanceOf(IOException.class);
    }
}
