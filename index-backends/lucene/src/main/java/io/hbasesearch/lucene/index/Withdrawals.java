/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.index;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexAdmin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/**
 * Makes and finds requests of other processes that the owner of an index closes it. A request is a file in the index's directory, so only a user
 * who may delete the index can make one. It expires: a command that was killed leaves an index that soon works again. Safe for use by
 * several threads.
 */
final class Withdrawals {
    private static final String FILE = "withdrawn";
    /** Longer than a command takes from its request to the deletion. */
    private static final Duration VALIDITY = Duration.ofMinutes(2);
    /** Longer than an owner takes: it drains, and closes searchers that may still be in use a few seconds later. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(40);

    private static final Duration LOOK = Duration.ofMillis(200);

    private final IndexDirectories directories;

    Withdrawals(IndexDirectories directories) {
        this.directories = directories;
    }

    /** Returns whether a request for the index is in force. */
    boolean isRequested(String index) {
        if (directories.pointer(index).isEmpty()) {
            return false;
        }
        try {
            return Files.getLastModifiedTime(file(index))
                    .toInstant()
                    .plus(VALIDITY)
                    .isAfter(Instant.now());
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException e) {
            throw Failures.of(index, directories.of(index), e);
        }
    }

    private Path file(String index) {
        return directories.of(index).resolve(FILE);
    }

    /**
     * Makes a request if another process owns the index, and waits until that process has closed it.
     *
     * @throws HBaseSearchException INDEX_LOCKED, with the owner's name
     */
    IndexAdmin.Withdrawal request(String index) {
        if (directories.pointer(index).isEmpty()) {
            return () -> {};
        }
        try {
            Files.deleteIfExists(file(index));
            Files.createFile(file(index));
            awaitOwner(index);
            return () -> takeBack(index);
        } catch (IOException e) {
            takeBack(index);
            throw Failures.of(index, directories.of(index), e);
        } catch (HBaseSearchException e) {
            takeBack(index);
            throw e;
        }
    }

    private void awaitOwner(String index) throws IOException {
        long end = System.nanoTime() + LONGEST_WAIT.toNanos();
        while (true) {
            try {
                OwnerLock.acquire(directories.of(index), index).close();
                return;
            } catch (HBaseSearchException e) {
                boolean isOver =
                        System.nanoTime() > end || Thread.currentThread().isInterrupted();
                if (e.code() != ErrorCode.INDEX_LOCKED || isOver) {
                    throw e;
                }
                LockSupport.parkNanos(LOOK.toNanos());
            }
        }
    }

    private void takeBack(String index) {
        try {
            Files.deleteIfExists(file(index));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
