/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.index;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.Lock;
import org.apache.lucene.store.LockObtainFailedException;
import org.apache.lucene.store.NIOFSDirectory;
import org.apache.lucene.util.IOUtils;

/**
 * Makes one process the owner of an index's directory. The operating system releases the lock when the process dies for any
 * reason; the file {@value #OWNER_FILE} next to it only names the owner. Closed by whichever caller acquired it.
 */
final class OwnerLock implements Closeable {
    private static final String LOCK_FILE = "owner.lock";
    private static final String OWNER_FILE = "owner";

    private final Path owner;
    private final Directory directory;
    private final Lock lock;

    private OwnerLock(Path owner, Directory directory, Lock lock) {
        this.owner = owner;
        this.directory = directory;
        this.lock = lock;
    }

    /** @throws HBaseSearchException INDEX_LOCKED, with the owner's name */
    static OwnerLock acquire(Path indexDirectory, String index) {
        Path owner = indexDirectory.resolve(OWNER_FILE);
        Directory directory = null;
        Lock lock = null;
        try {
            directory = new NIOFSDirectory(indexDirectory);
            lock = directory.obtainLock(LOCK_FILE);
            Files.writeString(owner, describeThisProcess());
            OwnerLock acquired = new OwnerLock(owner, directory, lock);
            directory = null;
            lock = null;
            return acquired;
        } catch (LockObtainFailedException e) {
            throw new HBaseSearchException(
                    ErrorCode.INDEX_LOCKED,
                    "The index " + index + " in " + indexDirectory + " is in use by " + read(owner),
                    "Stop that process, run this again, and start it after that; or ask it instead: an embedded index has one"
                            + " owner at a time.",
                    e);
        } catch (IOException e) {
            throw Failures.of(index, indexDirectory, e);
        } finally {
            // What is still ours was not handed over: nothing else would release it.
            IOUtils.closeWhileHandlingException(lock, directory);
        }
    }

    private static String describeThisProcess() {
        return "process " + ProcessHandle.current().pid() + " on " + hostName() + ", since "
                + Instant.now().truncatedTo(ChronoUnit.SECONDS);
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "this host";
        }
    }

    private static String read(Path owner) {
        try {
            return Files.readString(owner).strip();
        } catch (IOException e) {
            return "an unknown process";
        }
    }

    @Override
    public void close() throws IOException {
        try (directory;
                lock) {
            Files.deleteIfExists(owner);
        }
    }
}
