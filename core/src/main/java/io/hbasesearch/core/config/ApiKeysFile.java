/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * The file of API keys, which can be reloaded while a process runs. Immutable.
 *
 * @param others keys of {@code hbase-search.yaml} itself, which do not change
 */
public record ApiKeysFile(Path path, List<ApiKey> others) {
    public ApiKeysFile {
        Objects.requireNonNull(path, "path");
        others = List.copyOf(others);
    }

    /**
     * Reads the file.
     *
     * @return the keys of both
     * @throws IllegalArgumentException with all problems of the file, beginning with its name, and without keys
     */
    public List<ApiKey> read() {
        List<String> problems = new ArrayList<>();
        List<ApiKey> keys = new ArrayList<>(others);
        keys.addAll(keys(path, problems::add));
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", problems));
        }
        return keys;
    }

    /** @param problems receives each problem, as in "names FILE, which ..." */
    static List<ApiKey> keys(Path file, Consumer<String> problems) {
        List<String> lines;
        try {
            lines = SecretFile.lines(file);
        } catch (IllegalArgumentException e) {
            problems.accept(file + ", which " + e.getMessage());
            return List.of();
        }
        List<ApiKey> keys = new ArrayList<>();
        boolean isAnyWrong = false;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            try {
                keys.add(ApiKey.parse(line));
            } catch (IllegalArgumentException e) {
                isAnyWrong = true;
                problems.accept("a file whose line " + (i + 1) + " is not "
                        + ConfigTypes.apiKey().form() + (e.getMessage() == null ? "" : ": " + e.getMessage()));
            }
        }
        if (keys.isEmpty() && !isAnyWrong) {
            problems.accept(file + ", which has no keys, only comments");
        }
        return keys;
    }
}
