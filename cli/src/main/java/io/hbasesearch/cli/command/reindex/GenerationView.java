/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.reindex;

import io.hbasesearch.administration.reindex.ReindexAccess;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexGeneration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One physical index of an index, as {@code reindex status} shows it.
 *
 * @param documents that searches of it find; empty if unknown
 * @param lag events of the table that it has not indexed yet; empty if unknown
 */
record GenerationView(String name, String state, OptionalLong documents, OptionalLong lag) {
    static List<GenerationView> of(ReindexAccess access) {
        return access.generations().stream()
                .map(generation -> of(access, generation))
                .toList();
    }

    private static GenerationView of(ReindexAccess access, IndexGeneration generation) {
        return new GenerationView(
                generation.name(),
                generation.state().name().toLowerCase(Locale.ROOT),
                known(() -> access.documents(generation.metadata())),
                known(() -> access.lag(generation.metadata())));
    }

    /** Returns a count, or empty if it is unknown, as for an index that another process writes: it is listed all the same. */
    private static OptionalLong known(LongSupplier count) {
        try {
            return OptionalLong.of(count.getAsLong());
        } catch (HBaseSearchException e) {
            return OptionalLong.empty();
        }
    }

    String words() {
        return name + ": " + state
                + (documents.isPresent() ? ", " + documents.getAsLong() + " documents" : "")
                + (lag.isPresent() ? ", " + lag.getAsLong() + " events behind" : "");
    }

    Map<String, @Nullable Object> row() {
        return Result.row(
                "name",
                name,
                "state",
                state,
                "documents",
                documents.isPresent() ? documents.getAsLong() : null,
                "lag",
                lag.isPresent() ? lag.getAsLong() : null);
    }
}
