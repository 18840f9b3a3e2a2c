/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene;

import io.hbasesearch.core.spi.IndexMetadata;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.lucene.index.IndexNotFoundException;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.IOUtils;

/**
 * Where indexes are on disk: {@code <root>/<index>/} holds the owner's lock, one directory for each physical index, and the
 * file {@value #CURRENT}, which names the physical index that searches use. Reads without a lock; whoever changes something
 * holds the index's {@link OwnerLock}. Safe for use by several threads.
 */
final class IndexDirectories {
    private static final String CURRENT = "current";
    private static final Pattern INDEX_NAME = Pattern.compile("[a-z][a-z0-9_-]*");

    private final Path root;
    private final DirectoryOpener opener;

    IndexDirectories(Path root, DirectoryOpener opener) {
        this.root = root;
        this.opener = opener;
    }

    /** The directory of an index, which need not exist. */
    Path of(String index) {
        return root.resolve(index);
    }

    Path physical(IndexMetadata metadata) {
        return of(metadata.index()).resolve(metadata.physicalName());
    }

    Directory open(Path physical) throws IOException {
        return opener.open(physical);
    }

    /** The names of all indexes, in order. */
    List<String> names() {
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        try (Stream<Path> children = Files.list(root)) {
            return children.filter(child -> Files.exists(child.resolve(CURRENT)))
                    .map(child -> child.getFileName().toString())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw Failures.of("*", root, e);
        }
    }

    /** What the last commit of an index says. Empty if there is no such index; names come from users, so any is allowed. */
    Optional<CommitData> find(String index) {
        if (!INDEX_NAME.matcher(index).matches()) {
            return Optional.empty();
        }
        try {
            String physicalName = Files.readString(of(index).resolve(CURRENT)).strip();
            return Optional.of(CommitData.decode(index, readCommit(of(index).resolve(physicalName))));
        } catch (NoSuchFileException | IndexNotFoundException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw Failures.of(index, of(index), e);
        }
    }

    private Map<String, String> readCommit(Path physical) throws IOException {
        if (!Files.isDirectory(physical)) {
            throw new NoSuchFileException(physical.toString());
        }
        try (Directory directory = open(physical)) {
            return SegmentInfos.readLatestCommit(directory).getUserData();
        }
    }

    /** Makes {@code metadata}'s physical index the one that searches use, in one step. */
    void makeCurrent(IndexMetadata metadata) throws IOException {
        Path current = of(metadata.index()).resolve(CURRENT);
        Path next = of(metadata.index()).resolve(CURRENT + ".next");
        Files.writeString(next, metadata.physicalName());
        IOUtils.fsync(next, false);
        Files.move(next, current, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        IOUtils.fsync(of(metadata.index()), true);
    }

    /**
     * Removes every physical index of an index; {@value #CURRENT} goes first, so that half a deletion is a whole one. The
     * lock's file stays: a lock on a file that is removed and made again would have two owners.
     */
    void deleteContents(String index) throws IOException {
        Files.deleteIfExists(of(index).resolve(CURRENT));
        List<Path> physicals = new ArrayList<>();
        try (Stream<Path> children = Files.list(of(index))) {
            children.filter(Files::isDirectory).forEach(physicals::add);
        }
        IOUtils.rm(physicals.toArray(Path[]::new));
    }

    /** What the files of a physical index take; those that vanish meanwhile are not counted. */
    static long sizeInBytes(Directory directory) throws IOException {
        long bytes = 0;
        for (String file : directory.listAll()) {
            try {
                bytes += directory.fileLength(file);
            } catch (NoSuchFileException merged) {
                continue;
            }
        }
        return bytes;
    }
}
