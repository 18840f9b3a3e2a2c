/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;

/**
 * How far earlier starts on a data directory came. Immutable.
 *
 * @param index empty before the first start
 * @param loaded whether the sample rows are all in HBase
 */
record QuickstartState(Optional<IndexKind> index, boolean loaded) {
    static QuickstartState load(QuickstartLayout layout) {
        if (!Files.exists(layout.state())) {
            return new QuickstartState(Optional.empty(), false);
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
                Boolean.parseBoolean(properties.getProperty("loaded")));
    }

    void store(QuickstartLayout layout) {
        Properties properties = new Properties();
        index.ifPresent(kind -> properties.setProperty("index", kind.toString()));
        properties.setProperty("loaded", Boolean.toString(loaded));
        try (Writer file = Files.newBufferedWriter(layout.state())) {
            properties.store(file, null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
