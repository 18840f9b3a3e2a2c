/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart;

import io.hbasesearch.cli.quickstart.directory.QuickstartLayout;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;

/**
 * The progress of earlier starts on a data directory. Immutable.
 *
 * @param index empty before the first start
 * @param loadedRows sample rows that are in HBase, in the order in which they are loaded
 */
record QuickstartState(Optional<IndexKind> index, long loadedRows) {
    static QuickstartState load(QuickstartLayout layout) {
        if (!Files.exists(layout.state())) {
            return new QuickstartState(Optional.empty(), 0);
        }
        Properties properties = new Properties();
        try (Reader file = Files.newBufferedReader(layout.state())) {
            properties.load(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new QuickstartState(
                Optional.ofNullable(properties.getProperty("index"))
                        .map(index -> IndexKind.valueOf(index.toUpperCase(Locale.ROOT))),
                Long.parseLong(properties.getProperty("loaded-rows", "0")));
    }

    QuickstartState withIndex(IndexKind kind) {
        return new QuickstartState(Optional.of(kind), loadedRows);
    }

    QuickstartState withLoadedRows(long rows) {
        return new QuickstartState(index, rows);
    }

    void store(QuickstartLayout layout) {
        Properties properties = new Properties();
        index.ifPresent(kind -> properties.setProperty("index", kind.toString()));
        properties.setProperty("loaded-rows", Long.toString(loadedRows));
        try (Writer file = Files.newBufferedWriter(layout.state())) {
            properties.store(file, null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
