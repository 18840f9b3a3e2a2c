/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.logging;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LoggingTest {
    @Test
    void optionsBeforeTheCommandDoNotHideIt() {
        assertThat(Logging.command(List.of("--config", "/etc/hbase-search.yaml", "-o", "json", "--debug", "indexer")))
                .isEqualTo("indexer");
        assertThat(Logging.command(List.of("--config=/etc/hbase-search.yaml", "gateway", "--config", "x")))
                .isEqualTo("gateway");
        assertThat(Logging.command(List.of("--help"))).isEmpty();
    }
}
