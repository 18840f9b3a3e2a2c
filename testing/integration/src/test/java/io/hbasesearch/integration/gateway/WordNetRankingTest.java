/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration.gateway;

import io.hbasesearch.core.config.LuceneConfig;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.lucene.LuceneBackend;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

class WordNetRankingTest extends WordNetRanking {
    @TempDir
    private Path directory;

    private LuceneBackend backend;

    @BeforeEach
    void open() {
        backend = new LuceneBackend(new LuceneConfig(directory, Duration.ofMinutes(1), 64 << 20));
    }

    @AfterEach
    void close() {
        backend.close();
    }

    @Override
    IndexBackend backend() {
        return backend;
    }
}
