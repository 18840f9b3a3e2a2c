/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.index;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexAdmin;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexSource;
import io.hbasesearch.core.spi.IndexStatistics;
import io.hbasesearch.core.spi.Position;
import io.hbasesearch.lucene.analysis.Analyzers;
import io.hbasesearch.lucene.document.IndexFields;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.analysis.core.KeywordAnalyzer;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates, lists and deletes indexes on disk. Reading an index's metadata needs no lock, so it works while another process owns
 * the index; it then shows the last commit. Safe for use by several threads.
 */
public final class LuceneIndexAdmin implements IndexAdmin {
    private static final Logger LOG = LoggerFactory.getLogger(LuceneIndexAdmin.class);
    private static final int UUID_CHARACTERS = 8;

    private final IndexDirectories directories;
    private final OpenIndexes open;
    private final Clock clock;
    private final Withdrawals withdrawals;

    /** Indexes that were already warned of: a list is requested every few seconds. */
    private final Set<String> unreadable = ConcurrentHashMap.newKeySet();

    public LuceneIndexAdmin(IndexDirectories directories, OpenIndexes open, Clock clock) {
        this.directories = directories;
        this.open = open;
        this.clock = clock;
        this.withdrawals = new Withdrawals(directories);
    }

    @Override
    public List<IndexMetadata> list() {
        return directories.names().stream()
                .flatMap(name -> findUndamaged(name).stream())
                .toList();
    }

    // A damaged index must not hide the others; a lookup by its name reports the damage.
    private Optional<IndexMetadata> findUndamaged(String index) {
        try {
            Optional<IndexMetadata> found = find(index);
            unreadable.remove(index);
            return found;
        } catch (HBaseSearchException e) {
            if (unreadable.add(index)) {
                LOG.warn("The index {} is omitted from the list, because it cannot be read: {}", index, e.getMessage());
            }
            return Optional.empty();
        }
    }

    @Override
    public Optional<IndexMetadata> find(String index) {
        return withdrawals.isRequested(index)
                ? Optional.empty()
                : directories.find(index).map(CommitData::metadata);
    }

    @Override
    public Withdrawal withdraw(String index) {
        return withdrawals.request(index);
    }

    @Override
    public boolean isWithdrawn(String index) {
        return withdrawals.isRequested(index);
    }

    @Override
    public IndexMetadata create(IndexDefinition definition, IndexSource source) {
        String index = definition.name();
        IndexMetadata metadata = newMetadata(definition, source, IndexMetadata.FIRST_GENERATION);
        requireAbsent(index);
        try {
            Files.createDirectories(directories.of(index));
            try (OwnerLock lock = OwnerLock.acquire(directories.of(index), index)) {
                requireAbsent(index);
                directories.deleteContents(index);
                writeEmptyIndex(metadata);
                directories.point(index, new LivePointer(metadata.physicalName(), Set.of()));
            }
            return metadata;
        } catch (IOException e) {
            throw Failures.of(index, directories.of(index), e);
        }
    }

    private void requireAbsent(String index) {
        if (directories.find(index).isPresent()) {
            throw new HBaseSearchException(
                    ErrorCode.ALREADY_EXISTS,
                    "The index " + index + " already exists in " + directories.of(index),
                    "Delete it first: hbase-search index delete " + index,
                    null);
        }
    }

    /** @throws HBaseSearchException CONFIGURATION_INVALID when no analyzer of a field's list exists */
    IndexMetadata newMetadata(IndexDefinition definition, IndexSource source, int generation) {
        UUID uuid = UUID.randomUUID();
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        return IndexMetadata.of(definition, source)
                .physicalName(definition.name() + "-" + uuid.toString().substring(0, UUID_CHARACTERS))
                .generation(generation)
                .uuid(uuid)
                .createdAt(now)
                .analyzers(Analyzers.choose(definition))
                .build();
    }

    /** Requires the index's lock. */
    void writeEmptyIndex(IndexMetadata metadata) throws IOException {
        Path physical = Files.createDirectory(directories.physical(metadata));
        IndexWriterConfig config =
                new IndexWriterConfig(new KeywordAnalyzer()).setOpenMode(IndexWriterConfig.OpenMode.CREATE);
        commit(physical, config, new CommitData(metadata, Map.of()));
    }

    private void commit(Path physical, IndexWriterConfig config, CommitData data) throws IOException {
        try (Directory directory = directories.open(physical);
                IndexWriter writer = new IndexWriter(directory, config)) {
            writer.setLiveCommitData(data.encode().entrySet());
            writer.commit();
        }
    }

    private IndexMetadata present(IndexMetadata index) {
        return find(index.index())
                .filter(found -> found.physicalName().equals(index.physicalName()))
                .orElseThrow(() -> Failures.notFound(index.index()));
    }

    /** Moves the index in one commit, so that topic and positions always change together. */
    @Override
    public IndexMetadata move(IndexMetadata index, IndexSource source, Map<Integer, Position> positions) {
        String name = index.index();
        present(index);
        try (OwnerLock lock = OwnerLock.acquire(directories.of(name), name)) {
            IndexMetadata found = present(index);
            if (found.epoch() == source.epoch() && found.topicId().equals(source.topicId())) {
                return found;
            }
            requireEpoch(index.epoch(), found);
            IndexMetadata moved = found.movedTo(source);
            IndexWriterConfig config =
                    new IndexWriterConfig(new KeywordAnalyzer()).setOpenMode(IndexWriterConfig.OpenMode.APPEND);
            commit(directories.physical(moved), config, new CommitData(moved, positions));
            return moved;
        } catch (IOException e) {
            throw Failures.of(name, directories.of(name), e);
        }
    }

    private static void requireEpoch(int epoch, IndexMetadata found) {
        if (found.epoch() != epoch) {
            throw new HBaseSearchException(
                    ErrorCode.INDEX_INCOMPATIBLE,
                    "The index " + found.index() + " is now in epoch " + found.epoch() + ", no longer in " + epoch,
                    "Check its state: hbase-search index epoch " + found.index(),
                    null);
        }
    }

    @Override
    public void markComplete(String index) {
        LuceneIndex here = open.acquire(require(index));
        try {
            here.markComplete();
        } finally {
            open.release(here);
        }
    }

    @Override
    public boolean delete(String index) {
        if (directories.find(index).isEmpty()) {
            return false;
        }
        open.abandonAll(index, Failures.notFound(index));
        try (OwnerLock lock = OwnerLock.acquire(directories.of(index), index)) {
            boolean present = directories.find(index).isPresent();
            directories.deleteContents(index);
            return present;
        } catch (IOException e) {
            throw Failures.of(index, directories.of(index), e);
        }
    }

    @Override
    public IndexStatistics statistics(String index) {
        return statistics(require(index));
    }

    /** Returns the statistics of one generation, live or not; of its last commit if it is not open here. */
    IndexStatistics statistics(IndexMetadata generation) {
        try {
            Optional<LuceneIndex> here = open.find(generation.physicalName());
            return here.isPresent() ? statistics(here.get()) : statisticsOfLastCommit(generation);
        } catch (IOException e) {
            throw Failures.of(generation.index(), directories.physical(generation), e);
        }
    }

    /** Returns empty: a restored directory contains its positions, and later events are indexed again. */
    @Override
    public Optional<String> history(IndexMetadata index) {
        return Optional.empty();
    }

    @Override
    public Optional<Map<Integer, Position>> positions(IndexMetadata index) {
        return Optional.of(directories
                .find(index.index(), index.physicalName())
                .orElseThrow(() -> Failures.notFound(index.physicalName()))
                .positions());
    }

    private static IndexStatistics statistics(LuceneIndex index) throws IOException {
        IndexSearcher searcher = index.acquire();
        try {
            return count(searcher.getIndexReader(), index.sizeInBytes());
        } finally {
            index.release(searcher);
        }
    }

    private IndexStatistics statisticsOfLastCommit(IndexMetadata generation) throws IOException {
        try (Directory directory = directories.open(directories.physical(generation));
                DirectoryReader reader = DirectoryReader.open(directory)) {
            return count(reader, IndexDirectories.sizeInBytes(directory));
        }
    }

    private static IndexStatistics count(IndexReader reader, long bytes) throws IOException {
        IndexSearcher searcher = new IndexSearcher(reader);
        long deleted = searcher.count(new TermQuery(new Term(IndexFields.STUB, IndexFields.DELETED)));
        long failed = searcher.count(new TermQuery(new Term(IndexFields.STUB, IndexFields.FAILED)));
        long cells = searcher.count(IndexFields.cells());
        return new IndexStatistics(reader.numDocs() - cells - deleted - failed, deleted, failed, bytes);
    }

    @Override
    public Map<String, String> chooseAnalyzers(IndexDefinition definition) {
        return Analyzers.choose(definition);
    }
}
