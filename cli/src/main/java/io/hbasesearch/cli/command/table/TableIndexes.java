/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.table;

import io.hbasesearch.administration.Backends;
import io.hbasesearch.cli.output.Console;
import io.hbasesearch.core.config.ServiceConfig;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.TableId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Knows the indexes of tables. Immutable. */
final class TableIndexes {
    private final Optional<Map<String, TableId>> tables;

    private TableIndexes(Optional<Map<String, TableId>> tables) {
        this.tables = tables;
    }

    /** Asks the backend; if it does not answer, a warning says so, because the tables are shown all the same. */
    static TableIndexes of(ServiceConfig config, Console console) {
        try {
            return new TableIndexes(Optional.of(Backends.tablesOnce(config.index())));
        } catch (HBaseSearchException e) {
            console.warn("the indexes are not shown: " + e.getMessage());
            return new TableIndexes(Optional.empty());
        }
    }

    /** Returns the names of a table's indexes; null if they are not known. */
    @Nullable
    List<String> of(TableId table) {
        return tables.map(all -> all.entrySet().stream()
                        .filter(index -> index.getValue().equals(table))
                        .map(Map.Entry::getKey)
                        .sorted()
                        .toList())
                .orElse(null);
    }
}
