/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration.gateway;

import io.hbasesearch.core.config.LuceneConfig;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.lucene.LuceneBackend;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

class LuceneGatewayTest extends GatewayContract {
    @TempDir
    private static Path directory;

    private static LuceneBackend backend;

    @BeforeAll
    static void open() {
        backend = new LuceneBackend(new LuceneConfig(directory, Duration.ofMillis(100), 16 << 20));
    }

    @AfterAll
    static void end() {
        backend.close();
    }

    @Override
    IndexBackend backend() {
        return backend;
    }
}
