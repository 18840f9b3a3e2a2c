/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexAdmin;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.testing.Fixtures;
import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An index has one owner: another process, another backend of this process, and what is left when it is killed. */
@Timeout(120)
class LuceneOwnershipTest {
    private static final Duration MAX_READ_AGE = Duration.ofHours(6);

    @TempDir
    private Path directory;

    private final IndexDefinition definition = Fixtures.messages("owned");
    private LuceneBackend backend;
    private IndexMetadata metadata;

    @BeforeEach
    void createIndex() {
        backend = new LuceneBackend(OwnerProcess.config(directory));
        metadata = backend.admin().create(definition, Fixtures.source(definition));
    }

    @AfterEach
    void closeBackend() {
        backend.close();
    }

    @Test
    void secondProcessFindsCommittedDataOnlyAfterTheOwnerIsKilled() throws Exception {
        Process owner = OwnerProcess.start(directory, definition.name());
        long committed;
        try (BufferedReader output = owner.inputReader()) {
            committed = Long.parseLong(output.readLine());
            assertRefused(String.valueOf(owner.pid()));
            committed = Math.max(committed, Long.parseLong(output.readLine()));
            owner.destroyForcibly();
            assertThat(owner.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            owner.destroyForcibly();
        }
        try (DocumentWriter writer = backend.openWriter(definition, metadata, MAX_READ_AGE);
                DocumentSearcher searcher = backend.openSearcher(definition)) {
            long position = writer.positions().orElseThrow().load().get(0).nextOffset();
            assertThat(position).isGreaterThanOrEqualTo(committed);
            for (long offset = 0; offset < position; offset++) {
                assertThat(searcher.get(DocumentId.of(RowKey.utf8("row" + offset))))
                        .isPresent();
            }
            assertThat(searcher.get(DocumentId.of(RowKey.utf8("row" + position))))
                    .isEmpty();
        }
    }

    private void assertRefused(String owner) {
        assertLocked(owner, () -> backend.openWriter(definition, metadata, MAX_READ_AGE));
        assertLocked(owner, () -> backend.openSearcher(definition));
        assertLocked(owner, () -> backend.admin().delete(definition.name()));
        assertThat(backend.admin().find(definition.name())).contains(metadata);
        assertThat(backend.admin().statistics(definition.name()).documents()).isPositive();
    }

    @Test
    void secondBackendInTheProcessIsRefusedUntilAllIsClosed() {
        LuceneBackend other = new LuceneBackend(OwnerProcess.config(directory));
        DocumentWriter writer = backend.openWriter(definition, metadata, MAX_READ_AGE);
        DocumentSearcher searcher = backend.openSearcher(definition);
        String thisProcess = String.valueOf(ProcessHandle.current().pid());
        assertLocked(thisProcess, () -> other.openWriter(definition, metadata, MAX_READ_AGE));
        writer.close();
        assertLocked(thisProcess, () -> other.openSearcher(definition));
        searcher.close();
        other.openWriter(definition, metadata, MAX_READ_AGE).close();
        other.close();
    }

    @Test
    void anotherBackendMayAskTheOwnerToLetGoOfTheIndex() throws Exception {
        String index = definition.name();
        try (LuceneBackend command = new LuceneBackend(OwnerProcess.config(directory));
                DocumentSearcher searcher = backend.openSearcher(definition)) {
            CompletableFuture<IndexAdmin.Withdrawal> asked =
                    CompletableFuture.supplyAsync(() -> command.admin().withdraw(index));
            while (!backend.admin().isWithdrawn(index)) {
                assertThat(asked).isNotDone();
                Thread.sleep(10);
            }
            assertThat(backend.admin().list()).isEmpty();
            assertThat(backend.admin().find(index)).isEmpty();
            assertThat(backend.generations().list(index)).isEmpty();
            searcher.close();
            try (IndexAdmin.Withdrawal withdrawal = asked.get(30, TimeUnit.SECONDS)) {
                assertThatThrownBy(() -> backend.openSearcher(definition))
                        .isInstanceOfSatisfying(HBaseSearchException.class, failure -> assertThat(failure.code())
                                .isEqualTo(ErrorCode.INDEX_NOT_FOUND));
            }
            assertThat(backend.admin().find(index))
                    .as("the request was taken back")
                    .contains(metadata);
            try (IndexAdmin.Withdrawal withdrawal = command.admin().withdraw(index)) {
                assertThat(command.admin().delete(index)).isTrue();
            }
        }
        assertThat(backend.admin().find(index)).isEmpty();
        assertThat(backend.admin().create(definition, Fixtures.source(definition)))
                .isEqualTo(backend.admin().require(index));
    }

    @Test
    void theRequestOfACommandThatWasKilledExpires() throws Exception {
        String index = definition.name();
        Path request = Files.createFile(directory.resolve(index).resolve("withdrawn"));
        assertThat(backend.admin().find(index)).isEmpty();
        Files.setLastModifiedTime(request, FileTime.from(Instant.now().minus(Duration.ofMinutes(3))));
        assertThat(backend.admin().find(index)).contains(metadata);
        backend.openSearcher(definition).close();
    }

    private static void assertLocked(String owner, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(HBaseSearchException.class, failure -> {
            assertThat(failure.code()).isEqualTo(ErrorCode.INDEX_LOCKED);
            assertThat(failure).hasMessageContaining("process " + owner + " on ");
            assertThat(failure.hint()).isPresent();
        });
    }
}
