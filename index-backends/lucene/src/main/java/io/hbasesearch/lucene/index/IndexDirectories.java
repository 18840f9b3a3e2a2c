/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.index;

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
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.lucene.index.IndexNotFoundException;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.IOUtils;

/**
 * The directory layout of indexes: {@code <root>/<index>/} contains the owner's lock, one directory for each generation, and
 * the file {@value #CURRENT}, which names the live one. Reads need no lock; changes require the index's {@link OwnerLock}. Safe
 * for use by several threads.
 */
public final class IndexDirectories {
    private static final String CURRENT = "current";
    private static final String NEXT = CURRENT + ".next";
    private static final String DROPPED = ".dropped";
    private static final String UNIQUE = "[0-9a-f]{8}";
    private static final Pattern INDEX_NAME = Pattern.compile("[a-z][a-z0-9_-]*");

    private final Path root;
    private final DirectoryOpener opener;

    public IndexDirectories(Path root, DirectoryOpener opener) {
        this.root = root;
        this.opener = opener;
    }

    /** Returns the directory of an index, which need not exist. */
    Path of(String index) {
        return root.resolve(index);
    }

    public Path physical(IndexMetadata metadata) {
        return of(metadata.index()).resolve(metadata.physicalName());
    }

    public Directory open(Path physical) throws IOException {
        return opener.open(physical);
    }

    /** Returns the names of all indexes, in order. */
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

    /**
     * Returns the pointer to the live generation; empty if there is no such index. Names come from users, so any is allowed.
     */
    Optional<LivePointer> pointer(String index) {
        if (!INDEX_NAME.matcher(index).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(LivePointer.decode(Files.readString(of(index).resolve(CURRENT))));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw Failures.of(index, of(index), e);
        }
    }

    /** Reads the last commit of an index's live generation. Empty if there is no such index. */
    public Optional<CommitData> find(String index) {
        return pointer(index).flatMap(pointer -> find(index, pointer.live()));
    }

    /** Reads the last commit of a generation. Empty if there is none, or if its creation was never finished. */
    Optional<CommitData> find(String index, String physicalName) {
        try {
            return Optional.of(CommitData.decode(index, readCommit(of(index).resolve(physicalName))));
        } catch (NoSuchFileException | IndexNotFoundException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw Failures.of(index, of(index), e);
        }
    }

    /** Returns the names of an index's generations, complete or not. */
    List<String> generations(String index) throws IOException {
        Pattern ours = Pattern.compile(Pattern.quote(index + "-") + UNIQUE);
        return children(
                index, path -> ours.matcher(path.getFileName().toString()).matches());
    }

    private List<String> children(String index, Predicate<Path> which) throws IOException {
        try (Stream<Path> children = Files.list(of(index))) {
            return children.filter(Files::isDirectory)
                    .filter(which)
                    .map(path -> path.getFileName().toString())
                    .sorted()
                    .toList();
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

    /** Replaces the pointer to the live generation atomically. */
    void point(String index, LivePointer pointer) throws IOException {
        Path current = of(index).resolve(CURRENT);
        Path next = of(index).resolve(NEXT);
        Files.writeString(next, pointer.encode());
        IOUtils.fsync(next, false);
        Files.move(next, current, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        IOUtils.fsync(of(index), true);
    }

    /** Removes one generation. It is renamed first, so that a crash leaves nothing that looks like half an index. */
    void delete(String index, String physicalName) throws IOException {
        Path dropped = of(index).resolve(physicalName + DROPPED);
        IOUtils.rm(dropped);
        Files.move(of(index).resolve(physicalName), dropped, StandardCopyOption.ATOMIC_MOVE);
        IOUtils.rm(dropped);
    }

    /** Removes leftovers of crashes: generations whose creation or removal was not finished. */
    void sweep(String index, LivePointer pointer) throws IOException {
        for (String name : children(index, path -> path.toString().endsWith(DROPPED))) {
            IOUtils.rm(of(index).resolve(name));
        }
        for (String name : generations(index)) {
            if (!name.equals(pointer.live()) && find(index, name).isEmpty()) {
                delete(index, name);
            }
        }
    }

    /**
     * Removes every physical index of an index; {@value #CURRENT} goes first, so that an interrupted deletion counts as
     * complete. The lock's file stays: a lock on a file that is removed and recreated would have two owners.
     */
    void deleteContents(String index) throws IOException {
        Files.deleteIfExists(of(index).resolve(CURRENT));
        List<Path> physicals = new ArrayList<>();
        try (Stream<Path> children = Files.list(of(index))) {
            children.filter(Files::isDirectory).forEach(physicals::add);
        }
        IOUtils.rm(physicals.toArray(Path[]::new));
    }

    /** Returns the size of a physical index's files; files that vanish meanwhile are not counted. */
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
