/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.index;

import io.hbasesearch.core.config.LuceneConfig;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.metrics.Metrics;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.Position;
import io.hbasesearch.lucene.analysis.IndexAnalyzers;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LiveIndexWriterConfig;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.SearcherFactory;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.IOUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Owns one physical index: its lock, its Lucene writer and its near-real-time searchers, which all writers and searchers of
 * the SPI share. Safe for use by several threads; {@link OpenIndexes} opens and closes it.
 *
 * <p>Lucene treats a thread's interrupt as a broken disk and closes the writer for good. So no file access runs on a caller's
 * thread: writes run on the pool of {@code LuceneDocumentWriter}, refreshes and commits on {@link Maintenance}.
 */
public final class LuceneIndex {
    private static final Logger LOG = LoggerFactory.getLogger(LuceneIndex.class);
    private static final double BYTES_PER_MEBIBYTE = 1 << 20;
    private static final int ID_LOCKS = 1024;

    private final IndexMetadata metadata;
    private final Path path;
    private final IndexAnalyzers analyzers;
    private final Closeable lock;
    private final Directory directory;
    private final IndexWriter writer;
    private final SearcherManager searchers;
    private final Lock[] idLocks = new Lock[ID_LOCKS];
    private final VersionMap unrefreshed = new VersionMap();
    private final Maintenance maintenance;
    private final AtomicReference<HBaseSearchException> failure = new AtomicReference<>();
    private final Duration refreshInterval;
    private final ReentrantLock refreshLock = new ReentrantLock();
    /** Kept in a field, because a writer that has failed throws when asked for it. */
    private final LiveIndexWriterConfig writerSettings;

    private final ReentrantLock commitLock = new ReentrantLock();
    private volatile CommitData committed;
    private final RefreshPace pace = new RefreshPace();
    private volatile long refreshedNanos = System.nanoTime();
    private volatile boolean closed;

    /**
     * Opens the index, which {@link #close} or {@link #abandon} closes.
     *
     * @param lock excludes other processes; owned by the index, even if opening fails
     */
    LuceneIndex(IndexDirectories directories, CommitData data, LuceneConfig config, Metrics metrics, Closeable lock)
            throws IOException {
        this.metadata = data.metadata();
        this.path = directories.physical(metadata);
        this.lock = lock;
        this.analyzers = IndexAnalyzers.of(metadata.analyzers());
        Directory openDirectory = null;
        IndexWriter openWriter = null;
        try {
            openDirectory = directories.open(path);
            openWriter = new IndexWriter(openDirectory, writerConfig());
            this.searchers = new SearcherManager(openWriter, true, false, new SearcherFactory());
            searchers.addListener(RefreshTimer.of(metrics, metadata.index()));
            this.directory = openDirectory;
            this.writer = openWriter;
            this.writerSettings = openWriter.getConfig();
        } catch (IOException | RuntimeException e) {
            // The writer before its directory, and the lock after both: until then no other process may write here.
            IOUtils.closeWhileHandlingException(
                    openWriter, openDirectory, lock, analyzers.documents(), analyzers.queries());
            throw e;
        }
        Arrays.setAll(idLocks, i -> new ReentrantLock());
        this.committed = data;
        this.refreshInterval = config.refreshInterval();
        this.maintenance = new Maintenance(metadata.physicalName(), config.refreshInterval(), this::refreshIfDue);
    }

    private IndexWriterConfig writerConfig() {
        IndexWriterConfig writerConfig = new IndexWriterConfig(analyzers.documents());
        writerConfig.setOpenMode(IndexWriterConfig.OpenMode.APPEND);
        // Documents may be committed only together with their positions, so closing must not commit.
        writerConfig.setCommitOnClose(false);
        // By default a refresh or commit waits up to half a second until small segments are merged.
        writerConfig.setMaxFullFlushMergeWaitMillis(0);
        return writerConfig;
    }

    /** Sets the size in bytes at which the memory buffer is written to disk. */
    void bufferAtMost(long bytes) {
        writerSettings.setRAMBufferSizeMB(bytes / BYTES_PER_MEBIBYTE);
    }

    long bufferBytes() {
        return Math.round(writerSettings.getRAMBufferSizeMB() * BYTES_PER_MEBIBYTE);
    }

    public IndexMetadata metadata() {
        return metadata;
    }

    /** Returns the analyzer of text in queries. */
    public Analyzer queryAnalyzer() {
        return analyzers.queries();
    }

    public IndexWriter writer() {
        return writer;
    }

    /**
     * Returns the lock of an id. A thread that writes a document holds it from the look-up of the version until the new one is
     * recorded.
     */
    public Lock idLock(String id) {
        return idLocks[Math.floorMod(id.hashCode(), ID_LOCKS)];
    }

    public VersionMap unrefreshed() {
        return unrefreshed;
    }

    /** Returns a look-up for one thread; the caller closes it. */
    public VersionLookup versionLookup() {
        return new VersionLookup(unrefreshed, searchers);
    }

    /** Acquires the newest searcher; the caller releases it with {@link #release}. */
    public IndexSearcher acquire() {
        requireOpen();
        try {
            return searchers.acquire();
        } catch (IOException | AlreadyClosedException e) {
            throw fail(e);
        }
    }

    public void release(IndexSearcher searcher) {
        try {
            searchers.release(searcher);
        } catch (IOException e) {
            LOG.warn("Could not release a searcher of {}", path, e);
        }
    }

    /** Lets new documents stay invisible for longer while the index is filled without readers. */
    void fill(boolean filled) {
        pace.fill(filled);
    }

    /** Makes refreshes less frequent while a writer lags behind its input. */
    public void catchUp(Object writer, boolean behind) {
        pace.catchUp(writer, behind);
    }

    /** Returns how long new documents may stay invisible, including the configured interval between checks for due refreshes. */
    public Duration refreshInterval() {
        return pace.longest().plus(refreshInterval);
    }

    private void refreshIfDue() {
        if (System.nanoTime() - refreshedNanos >= pace.between().toNanos()) {
            refreshNow();
        }
    }

    /** Makes everything added so far visible to searchers. Call only on a thread of {@link Maintenance} or of a writer's pool. */
    public void refreshNow() {
        refreshLock.lock();
        try {
            unrefreshed.beforeRefresh();
            searchers.maybeRefreshBlocking();
            unrefreshed.afterRefresh();
            refreshedNanos = System.nanoTime();
            pace.refreshed();
        } catch (IOException | RuntimeException e) {
            throw fail(e);
        } finally {
            refreshLock.unlock();
        }
    }

    public void refresh() {
        requireOpen();
        maintenance.run(this::refreshNow);
    }

    /** Returns whether a search might miss the newest document of this id. */
    public boolean isUnrefreshed(DocumentId id) {
        return unrefreshed.get(id.value()).isPresent();
    }

    public Map<Integer, Position> positions() {
        return committed.positions();
    }

    /** Runs a task that accesses files and must not be interrupted, and waits for it. */
    void undisturbed(Runnable task) {
        requireOpen();
        maintenance.run(task);
    }

    /** Commits everything added so far, together with these positions. */
    public void commit(Map<Integer, Position> positions) {
        requireOpen();
        maintenance.run(() -> commitNow(positions));
    }

    /** Records completeness in a separate commit. */
    void markComplete() {
        requireOpen();
        maintenance.run(() -> commitNow(data -> new CommitData(data.metadata().completed(), data.positions())));
    }

    private void commitNow(Map<Integer, Position> positions) {
        commitNow(data -> data.with(positions));
    }

    private void commitNow(UnaryOperator<CommitData> change) {
        commitLock.lock();
        try {
            // Lucene keeps the encoded copy: a live view of the positions could be committed before their documents.
            CommitData next = change.apply(committed);
            writer.setLiveCommitData(next.encode().entrySet());
            writer.commit();
            committed = next;
        } catch (IOException | RuntimeException e) {
            throw fail(e);
        } finally {
            commitLock.unlock();
        }
    }

    /** Records the first failure that stops this index until an operator acts, and returns the recorded one. */
    public HBaseSearchException fail(Throwable cause) {
        Throwable tragedy = writer.getTragicException();
        HBaseSearchException first = Failures.of(metadata.index(), path, tragedy == null ? cause : tragedy);
        if (failure.compareAndSet(null, first) && !closed) {
            LOG.error("{}", first.getMessage(), cause);
        }
        return failure.get();
    }

    /** @throws HBaseSearchException the failure of this index, if any */
    public void requireUsable() {
        HBaseSearchException known = failure.get();
        if (known == null && !writer.isOpen()) {
            known = fail(new AlreadyClosedException("the index was closed"));
        }
        if (known != null) {
            throw new HBaseSearchException(
                    known.code(), known.getMessage(), known.hint().orElse(null), known);
        }
    }

    /** Rejects only a closed index: searches continue while nothing can be written. */
    private void requireOpen() {
        if (closed) {
            requireUsable();
        }
    }

    public CheckResult check() {
        try {
            requireUsable();
            return CheckResult.healthy();
        } catch (HBaseSearchException e) {
            return CheckResult.failed(e);
        }
    }

    long sizeInBytes() throws IOException {
        return IndexDirectories.sizeInBytes(directory);
    }

    /** Commits what was acknowledged, and releases everything. Call after the last writer and searcher are closed. Idempotent. */
    void close() {
        closeWith(null);
    }

    /** Releases everything without a commit, because the index is about to be deleted; remaining users get {@code reason}. */
    void abandon(HBaseSearchException reason) {
        closeWith(reason);
    }

    private synchronized void closeWith(@Nullable HBaseSearchException reason) {
        if (!closed) {
            maintenance.run(() -> closeNow(reason));
            maintenance.close();
        }
    }

    private void closeNow(@Nullable HBaseSearchException reason) {
        if (reason == null && failure.get() == null) {
            commitOrLog();
        }
        failure.compareAndSet(null, reason);
        closed = true;
        closeQuietly(searchers);
        closeQuietly(writer::rollback);
        closeQuietly(directory);
        // The analyzers stay open: they hold only memory, and searches with a view may still use them.
        closeQuietly(lock);
    }

    private void commitOrLog() {
        try {
            commitNow(Map.of());
        } catch (HBaseSearchException e) {
            LOG.error("Closed {} without its last writes; they will be indexed again from the topic", path, e);
        }
    }

    private void closeQuietly(AutoCloseable part) {
        try {
            part.close();
        } catch (Exception e) {
            LOG.warn("Could not close all resources of {}", path, e);
        }
    }
}
