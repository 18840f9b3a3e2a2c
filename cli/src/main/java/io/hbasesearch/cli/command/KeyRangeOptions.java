/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options for a range of row keys. A subclass makes a mixin of it. For the main thread. */
public abstract class KeyRangeOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--from", paramLabel = "KEY", description = "Only rows from this row key on, inclusive.")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "KEY", description = "Only rows before this row key, exclusive.")
    private @Nullable String to;

    @Mixin
    private final KeyNotation keys = new KeyNotation();

    /** @throws ParameterException if the range is empty, or a value is not a row key */
    public final KeyRange range() {
        KeyRange range = new KeyRange(key("--from", from), key("--to", to));
        if (range.isEmpty()) {
            throw refused("the range is empty: --from is not before --to");
        }
        return range;
    }

    public final boolean isWholeTable() {
        return from == null && to == null;
    }

    public final ParameterException refused(String reason) {
        return new ParameterException(spec.commandLine(), reason);
    }

    public final KeyNotation keys() {
        return keys;
    }

    private ByteArray key(String option, @Nullable String text) {
        return keys.bound(option, text == null ? "" : text);
    }
}
