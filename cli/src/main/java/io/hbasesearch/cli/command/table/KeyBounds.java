/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.table;

import io.hbasesearch.cli.command.KeyNotation;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options for the rows that are read. A mixin; for the main thread. */
final class KeyBounds {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Mixin
    private final KeyNotation keys = new KeyNotation();

    @Option(
            names = {"--start", "--from"},
            paramLabel = "KEY",
            description = "Only rows from this row key on, inclusive.")
    private @Nullable String start;

    @Option(
            names = {"--stop", "--to"},
            paramLabel = "KEY",
            description = "Only rows before this row key, exclusive.")
    private @Nullable String stop;

    @Option(names = "--prefix", paramLabel = "KEY", description = "Only rows whose keys begin with this.")
    private @Nullable String prefix;

    /** Names of all options here. */
    static final Set<String> NAMES = Set.of("--start", "--stop", "--prefix", "--key-format");

    KeyNotation keys() {
        return keys;
    }

    /** @throws ParameterException if the range is empty, or a value is not a row key */
    KeyRange range() {
        KeyRange range = new KeyRange(bytes("--start", start), bytes("--stop", stop))
                .intersection(beginningWith(bytes("--prefix", prefix)));
        if (range.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    prefix == null
                            ? "the range is empty: --start is not before --stop"
                            : "the range is empty: no key with this --prefix is between --start and --stop");
        }
        return range;
    }

    /** Returns the options for the rest of the range, each after a blank. */
    String behind(RowKey last) {
        byte[] key = last.bytes().unsafeBytes();
        KeyRange range = range();
        String start = " --start " + keys.quoted(ByteArray.wrap(Arrays.copyOf(key, key.length + 1)));
        return start + (range.stop().isEmpty() ? "" : " --stop " + keys.quoted(range.stop())) + keys.option();
    }

    private ByteArray bytes(String option, @Nullable String text) {
        return keys.bound(option, text == null ? "" : text);
    }

    /** Returns the keys with a prefix: to the next one of the same length, which there is none of behind 0xff bytes. */
    static KeyRange beginningWith(ByteArray prefix) {
        byte[] next = prefix.toBytes();
        int length = next.length;
        while (length > 0 && next[length - 1] == (byte) 0xff) {
            length--;
        }
        if (length == 0) {
            return new KeyRange(prefix, ByteArray.empty());
        }
        next[length - 1]++;
        return new KeyRange(prefix, ByteArray.wrap(Arrays.copyOf(next, length)));
    }
}
