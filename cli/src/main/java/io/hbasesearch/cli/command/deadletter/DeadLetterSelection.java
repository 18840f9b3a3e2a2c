/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.deadletter;

import io.hbasesearch.cli.command.KeyNotation;
import io.hbasesearch.cli.command.PointInTime;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.indexer.deadletter.DeadLetterFilter;
import io.hbasesearch.indexer.pipeline.source.DeadLetter;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that select dead letters. */
final class DeadLetterSelection {
    @Option(
            names = "--stage",
            paramLabel = "STAGE",
            description = "Only dead letters of this stage: ${COMPLETION-CANDIDATES}.")
    private DeadLetter.@Nullable Stage stage;

    @Option(
            names = "--code",
            paramLabel = "CODE",
            description = "Only dead letters with this code, ROW_UNMAPPABLE for instance.")
    private @Nullable ErrorCode code;

    @Option(names = "--row", paramLabel = "KEY", description = "Only dead letters of this row.")
    private @Nullable String row;

    @Mixin
    private final KeyNotation keys = new KeyNotation();

    @Option(
            names = "--since",
            paramLabel = "TIME",
            converter = PointInTime.class,
            description = "Only dead letters stored then or later: 2026-11-21T10:00:00Z, or 2h for two hours ago.")
    private @Nullable Instant since;

    DeadLetterFilter filter(Set<Long> offsets) {
        return new DeadLetterFilter(
                Optional.ofNullable(stage),
                Optional.ofNullable(code),
                Optional.ofNullable(row).map(text -> keys.parse("--row", text)),
                Optional.ofNullable(since),
                offsets);
    }

    KeyNotation keys() {
        return keys;
    }
}
