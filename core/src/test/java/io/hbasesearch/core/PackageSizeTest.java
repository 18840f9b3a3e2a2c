/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Checks that no package of any module becomes a drawer. */
class PackageSizeTest {
    private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();
    private static final Path SOURCES = Path.of("src", "main", "java");
    private static final int MOST_TYPES = 40;

    @Test
    void packagesHaveAtMostFortyTypes() throws IOException {
        Map<String, Integer> types = typesByPackage();
        assertThat(types).hasSizeGreaterThan(MOST_TYPES);
        types.values().removeIf(count -> count <= MOST_TYPES);
        assertThat(types).as("packages with more than " + MOST_TYPES + " files").isEmpty();
    }

    private static Map<String, Integer> typesByPackage() throws IOException {
        Map<String, Integer> types = new TreeMap<>();
        Set<String> skipped = Set.of("target", "node_modules");
        Files.walkFileTree(REPOSITORY, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                String name = directory.getFileName().toString();
                return skipped.contains(name) || name.startsWith(".")
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String name = file.getFileName().toString();
                Path directory = REPOSITORY.relativize(file.getParent());
                if (name.endsWith(".java")
                        && !name.equals("package-info.java")
                        && directory.toString().contains(SOURCES.toString())) {
                    types.merge(directory.toString(), 1, Integer::sum);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return types;
    }
}
