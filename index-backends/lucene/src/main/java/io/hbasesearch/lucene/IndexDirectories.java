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
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.lucene.index.IndexNotFoundException;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.IOUtils;

/**
 * Where indexes are on disk: {@code <root>/<index>/} holds the owner's lock, one directory for each generation, and the
 * file {@value #CURRENT}, which names the live one. Reads without a lock; whoever changes something holds the index's
 * {@link OwnerLock}. Safe for use by several threads.
 */
final class IndexDirectories {
    private static final String CURRENT = "current";
    private static final String NEXT = CURRENT + ".next";
    private static final String DROPPED = ".dropped";
    private static final String UNIQUE = "[0-9a-f]{8}";
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

    /** Empty if there is no such index; names come from users, so any is allowed. */
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

    /** What the last commit of an index's live generation says. Empty if there is no such index. */
    Optional<CommitData> find(String index) {
        return pointer(index).flatMap(pointer -> find(index, pointer.live()));
    }

    /** What the last commit of a generation says. Empty if there is none, or if making it was never finished. */
    Optional<CommitData> find(String index, String physicalName) {
        try {
            return Optional.of(CommitData.decode(index, readCommit(of(index).resolve(physicalName))));
        } catch (NoSuchFileException | IndexNotFoundException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw Failures.of(index, of(index), e);
        }
    }

    /** The names of an index's generations, whole or not. */
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

    /** Replaces what the file says that names the live generation, in one step that a crash cannot halve. */
    void point(String index, LivePointer pointer) throws IOException {
        Path current = of(index).resolve(CURRENT);
        Path next = of(index).resolve(NEXT);
        Files.writeString(next, pointer.encode());
        IOUtils.fsync(next, false);
        Files.move(next, current, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        IOUtils.fsync(of(index), true);
    }

    /** Removes one generation. It gets another name first, so that a crash leaves nothing that looks like half an index. */
    void delete(String index, String physicalName) throws IOException {
        Path dropped = of(index).resolve(physicalName + DROPPED);
        IOUtils.rm(dropped);
        Files.move(of(index).resolve(physicalName), dropped, StandardCopyOption.ATOMIC_MOVE);
        IOUtils.rm(dropped);
    }

    /** Removes what crashes have left: generations that were never finished, or whose removal was not. */
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
