/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart;

import io.hbasesearch.cli.output.Json;
import io.hbasesearch.cli.quickstart.directory.QuickstartLayout;
import io.hbasesearch.cli.session.Versions;
import io.hbasesearch.core.config.Redaction;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Writes a zip for support: logs and configuration without secrets, and versions. Stateless. */
final class DiagnosticBundle {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneId.systemDefault());

    /** Only the end of a larger log is kept: it shows what went wrong. */
    private static final int LARGEST_FILE = 4 << 20;

    private DiagnosticBundle() {}

    /**
     * Writes the zip.
     *
     * @param directory of the zip; created if necessary
     * @param failure what happened, as text
     * @return the zip
     */
    static Path write(QuickstartLayout layout, Path directory, String failure) throws IOException {
        Files.createDirectories(directory);
        Path file = directory.resolve("hbase-search-diagnostics-" + TIME.format(Instant.now()) + ".zip");
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            add(zip, "failure.txt", failure);
            add(zip, "versions.json", Json.line(Versions.all()));
            if (Files.isDirectory(layout.root())) {
                try (Stream<Path> files = Files.walk(layout.root(), 3)) {
                    for (Path path : files.filter(DiagnosticBundle::isWanted).toList()) {
                        add(zip, layout.root().relativize(path).toString(), tail(path));
                    }
                }
            }
        }
        return file;
    }

    private static boolean isWanted(Path path) {
        String name = path.getFileName().toString();
        return Files.isRegularFile(path) && name.matches(".*\\.(log|log\\.1|yaml|yml|properties|xml)");
    }

    private static String tail(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        int from = Math.max(0, bytes.length - LARGEST_FILE);
        return new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8);
    }

    private static void add(ZipOutputStream zip, String name, String text) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(Redaction.redact(text).getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
    }
}
