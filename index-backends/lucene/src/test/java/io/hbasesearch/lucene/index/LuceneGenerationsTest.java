/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.spi.DocumentCursor;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexGeneration;
import io.hbasesearch.core.spi.IndexGeneration.State;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.Position;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.lucene.LuceneBackend;
import io.hbasesearch.lucene.OwnerProcess;
import io.hbasesearch.lucene.SwappingProcess;
import io.hbasesearch.testing.Fixtures;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Generations as directories: what a crash leaves, who owns them, and what becomes of whoever reads one that is dropped. */
@Timeout(180)
class LuceneGenerationsTest {
    private static final Duration MAX_READ_AGE = Duration.ofHours(6);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int KILLS = 5;

    @TempDir
    private Path directory;

    private final IndexDefinition definition = Fixtures.messages("mail");
    private LuceneBackend backend;
    private IndexMetadata first;

    @BeforeEach
    void createIndex() {
        backend = open();
        first = backend.admin().create(definition, Fixtures.source(definition));
    }

    private LuceneBackend open() {
        return new LuceneBackend(OwnerProcess.config(directory));
    }

    @AfterEach
    void closeBackend() {
        backend.close();
    }

    @Test
    void processKilledDuringASwapLeavesOneLiveAndNoBrokenGeneration() throws Exception {
        IndexMetadata second = begin();
        write(first, 3);
        write(second, 5);
        Random random = new Random(7);
        for (int kill = 0; kill < KILLS; kill++) {
            killWhileSwapping(1 + random.nextInt(20));
            assertThat(backend.generations().list("mail"))
                    .filteredOn(found -> found.state() == State.LIVE)
                    .hasSize(1);
            boolean secondIsLive = backend.admin().find("mail").orElseThrow().equals(second);
            assertThat(scanned()).isEqualTo(secondIsLive ? 5 : 3);
        }
        assertThat(backend.generations().list("mail"))
                .extracting(IndexGeneration::metadata)
                .containsExactly(first, second);
    }

    private void killWhileSwapping(int afterSwaps) throws Exception {
        Process process = SwappingProcess.start(directory, "mail");
        try (BufferedReader output = process.inputReader()) {
            for (int swap = 0; swap < afterSwaps; swap++) {
                assertThat(output.readLine()).isNotNull();
            }
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }

    private int scanned() {
        try (DocumentSearcher searcher = backend.openSearcher(definition)) {
            return drain(searcher.scan()).size();
        }
    }

    @Test
    void whatACrashHasLeftHalfDoneIsNoGenerationAndIsSwept() throws Exception {
        Path index = directory.resolve("mail");
        Files.writeString(index.resolve("current.next"), "mail-0badc0de");
        Path halfMade = Files.createDirectory(index.resolve("mail-00000000"));
        Files.writeString(halfMade.resolve("pending_segments_1"), "half");
        Path halfDropped = Files.createDirectory(index.resolve("mail-11111111.dropped"));
        Files.writeString(halfDropped.resolve("_0.cfs"), "half");
        assertThat(backend.generations().list("mail")).containsExactly(new IndexGeneration(first, State.LIVE));

        IndexMetadata second = begin();
        assertThat(halfMade).doesNotExist();
        assertThat(halfDropped).doesNotExist();
        backend.generations().makeLive(second);
        assertThat(backend.generations().list("mail"))
                .containsExactly(new IndexGeneration(first, State.OLD), new IndexGeneration(second, State.LIVE));
    }

    @Test
    void anIndexFromBeforeThereWereGenerationsIsTheFirst() throws Exception {
        Files.writeString(directory.resolve("mail").resolve("current"), first.physicalName());
        assertThat(backend.generations().list("mail")).containsExactly(new IndexGeneration(first, State.LIVE));
        assertThat(begin().generation()).isEqualTo(2);
    }

    @Test
    void aScanEndsOnItsGenerationEvenIfThatIsDroppedMeanwhile() throws Exception {
        write(first, 3_000);
        IndexMetadata second = begin();
        write(second, 1);
        try (DocumentSearcher searcher = backend.openSearcher(definition)) {
            DocumentCursor scan = searcher.scan();
            scan.next();
            backend.generations().makeLive(second);
            backend.generations().drop(first);
            assertThat(filesBelow(first.physicalName())).isZero();
            assertThat(drain(scan)).hasSize(2_999);
            assertThat(drain(searcher.scan())).hasSize(1);
        }
    }

    private long filesBelow(String name) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().contains(name)).count();
        }
    }

    @Test
    void bothGenerationsAreOwnedUntilTheLastOfThemIsClosed() {
        IndexMetadata second = begin();
        try (LuceneBackend other = open()) {
            DocumentWriter live = backend.openWriter(definition, first, MAX_READ_AGE);
            DocumentWriter building = backend.openWriter(definition, second, MAX_READ_AGE);
            live.close();
            assertThat(other.generations().list("mail")).hasSize(2);
            assertThatThrownBy(() -> other.generations().makeLive(second))
                    .isInstanceOfSatisfying(HBaseSearchException.class, failure -> assertThat(failure.code())
                            .isEqualTo(ErrorCode.INDEX_LOCKED));
            assertThatThrownBy(() -> other.openSearcher(definition)).isInstanceOf(HBaseSearchException.class);
            building.close();
            other.generations().makeLive(second);
            assertThat(other.admin().find("mail")).contains(second);
        }
    }

    @Test
    void eachGenerationHasPositionsOfItsOwn() throws Exception {
        IndexMetadata second = begin();
        commit(first, 5);
        commit(second, 9);
        backend.generations().makeLive(second);
        backend.close();
        backend = open();
        assertThat(position(first)).isEqualTo(5);
        assertThat(position(second)).isEqualTo(9);
    }

    private void commit(IndexMetadata generation, long next) {
        try (DocumentWriter writer = backend.openWriter(definition, generation, MAX_READ_AGE)) {
            writer.positions().orElseThrow().commit(Map.of(0, new Position(next, OptionalInt.of(1))));
        }
    }

    private long position(IndexMetadata generation) {
        try (DocumentWriter writer = backend.openWriter(definition, generation, MAX_READ_AGE)) {
            return writer.positions().orElseThrow().load().get(0).nextOffset();
        }
    }

    @Test
    void whatIsFilledAndNotReadIsRefreshedLessOften() throws Exception {
        IndexMetadata second = begin();
        backend.generations().lowerSettings(second);
        try (DocumentWriter writer = backend.openWriter(definition, second, MAX_READ_AGE);
                DocumentSearcher searcher = backend.openSearcher(definition, second)) {
            searcher.refresh();
            write(writer, 1);
            Awaitility.await().during(Duration.ofSeconds(1)).atMost(PATIENCE).until(() -> total(searcher) == 0);
            backend.generations().restoreSettings(second);
            Awaitility.await().atMost(Duration.ofSeconds(3)).until(() -> total(searcher) == 1);
        }
    }

    @Test
    void whatComesLateAnywayIsRefreshedLessOften() throws Exception {
        IndexMetadata second = begin();
        try (DocumentWriter writer = backend.openWriter(definition, second, MAX_READ_AGE);
                DocumentSearcher searcher = backend.openSearcher(definition, second)) {
            Duration usual = searcher.refreshInterval().orElseThrow();
            writer.catchUp(true);
            long before = System.nanoTime();
            searcher.refresh();
            write(writer, 1);
            assertThat(searcher.refreshInterval().orElseThrow()).isEqualTo(usual.plus(RefreshPace.CATCHING_UP));
            Awaitility.await().atMost(PATIENCE).until(() -> total(searcher) == 1);
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThan(RefreshPace.CATCHING_UP);
            writer.catchUp(false);
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> searcher.refreshInterval().orElseThrow().equals(usual));
        }
    }

    private static long total(DocumentSearcher searcher) {
        return searcher.search(new SearchRequest(new Query.MatchAll(), List.of(), 1, PATIENCE))
                .total();
    }

    private IndexMetadata begin() {
        return backend.generations().begin(definition, Fixtures.source(definition));
    }

    private void write(IndexMetadata generation, int documents) throws Exception {
        try (DocumentWriter writer = backend.openWriter(definition, generation, MAX_READ_AGE)) {
            write(writer, documents);
        }
    }

    private static void write(DocumentWriter writer, int documents) throws Exception {
        for (int i = 0; i < documents; i++) {
            writer.write(List.of(Fixtures.upsert("row" + i, i, "cat"))).get(30, TimeUnit.SECONDS);
        }
    }

    private static List<IndexedDocument> drain(DocumentCursor cursor) {
        List<IndexedDocument> documents = new ArrayList<>();
        try (cursor) {
            cursor.forEachRemaining(documents::add);
        }
        return documents;
    }
}
