/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.yaml.PortableYaml;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * A configuration that a task of a cluster can read on another machine: the indexer's part of {@code hbase-search.yaml}, one index
 * definition, and the contents of the files that they name. It has the secrets in clear text, so all of it is a secret. Immutable.
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
public record PortableConfiguration(byte[] bytes) {
    private static final String CONFIG = "hbase-search.yaml";
    private static final String DEFINITIONS = "indexes";
    private static final Set<String> KEPT = Set.of("hbase", "kafka", "index", "indexer");

    /**
     * @param config a file without problems
     * @param definition one of the definitions in its directory
     * @param environment the variables that values may refer to
     */
    public static PortableConfiguration of(Path config, IndexDefinition definition, Map<String, String> environment) {
        PortableYaml service = PortableYaml.of(
                config, ServiceConfigReader.settings(), ConfigTypes.path(), environment, KEPT::contains);
        String index = DefinitionText.write(definition);
        Map<String, byte[]> files = new LinkedHashMap<>(service.files());
        files.put(CONFIG, service.text().getBytes(StandardCharsets.UTF_8));
        files.put(DEFINITIONS + "/" + definition.name() + ".yaml", index.getBytes(StandardCharsets.UTF_8));
        return new PortableConfiguration(packed(files));
    }

    private static byte[] packed(Map<String, byte[]> files) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(files.size());
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                out.writeUTF(file.getKey());
                out.writeInt(file.getValue().length);
                out.write(file.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /**
     * Writes all files.
     *
     * @param directory an empty one that only the caller's user can enter
     * @return the configuration file; its definitions are in {@code indexes} beside it
     */
    public Path unpack(Path directory) throws IOException {
        Files.createDirectories(directory.resolve(DEFINITIONS));
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            for (int files = in.readInt(); files > 0; files--) {
                Path file = directory.resolve(in.readUTF());
                Files.write(file, in.readNBytes(in.readInt()));
                hide(file);
            }
        }
        return directory.resolve(CONFIG);
    }

    /** Restricts a file's permissions, because the original was protected too. */
    private static void hide(Path file) throws IOException {
        if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        }
    }

    @Override
    public String toString() {
        return "portable configuration of " + bytes.length + " bytes";
    }
}
