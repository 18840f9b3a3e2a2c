/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.index;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.FilterIndexOutput;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;

/** A disk that can stall, fill up, or die with everything that was not yet written. Safe for use by several threads. */
public final class FaultyDisk implements DirectoryOpener {
    private final ReentrantReadWriteLock gate = new ReentrantReadWriteLock();
    private volatile IOException fault;

    @Override
    public Directory open(Path path) throws IOException {
        return new FaultyDirectory(FSDirectory.open(path));
    }

    /** From now on no file is created, until {@link #resume}; by the same thread. */
    public void stall() {
        gate.writeLock().lock();
    }

    public void resume() {
        gate.writeLock().unlock();
    }

    /** From now on nothing changes on this disk; every attempt fails so. */
    public void fail(String message) {
        fault = new IOException(message);
    }

    private void pass() throws IOException {
        if (fault != null) {
            throw new IOException(fault.getMessage());
        }
    }

    private final class FaultyDirectory extends FilterDirectory {
        FaultyDirectory(Directory in) {
            super(in);
        }

        @Override
        public IndexOutput createOutput(String name, IOContext context) throws IOException {
            gate.readLock().lock();
            try {
                pass();
                return new FaultyOutput(super.createOutput(name, context));
            } finally {
                gate.readLock().unlock();
            }
        }

        @Override
        public IndexOutput createTempOutput(String prefix, String suffix, IOContext context) throws IOException {
            pass();
            return new FaultyOutput(super.createTempOutput(prefix, suffix, context));
        }

        @Override
        public void deleteFile(String name) throws IOException {
            pass();
            super.deleteFile(name);
        }

        @Override
        public void rename(String source, String dest) throws IOException {
            pass();
            super.rename(source, dest);
        }

        @Override
        public void sync(Collection<String> names) throws IOException {
            pass();
            super.sync(names);
        }
    }

    private final class FaultyOutput extends FilterIndexOutput {
        FaultyOutput(IndexOutput out) {
            super("faulty " + out, out.getName(), out);
        }

        @Override
        public void writeByte(byte b) throws IOException {
            pass();
            super.writeByte(b);
        }

        @Override
        public void writeBytes(byte[] bytes, int offset, int length) throws IOException {
            pass();
            super.writeBytes(bytes, offset, length);
        }
    }
}
