/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.check;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.rowkey.DecodedKey;
import io.hbasesearch.core.rowkey.EncodedKey;
import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.value.UnfitValueException;
import java.util.Objects;

/** The result of checking a key against a specification: its decoded values must encode to the same bytes. */
public sealed interface KeyFit {
    /** @param firstPart the beginning of the key: the variant's name, and the value of its first field */
    record Fits(String firstPart) implements KeyFit {
        public Fits {
            Objects.requireNonNull(firstPart, "firstPart");
        }
    }

    /** @param reason never bytes of the key */
    record Unfit(String reason) implements KeyFit {
        public Unfit {
            Objects.requireNonNull(reason, "reason");
        }
    }

    static KeyFit of(RowKeySpec spec, RowKey key) {
        DecodedKey decoded = spec.decode(key);
        if (decoded instanceof DecodedKey.Unreadable failed) {
            return new Unfit(failed.reason());
        }
        DecodedKey.Readable readable = (DecodedKey.Readable) decoded;
        try {
            EncodedKey encoded = spec.encode(readable.values());
            if (encoded instanceof EncodedKey.Complete complete) {
                return complete.keys().contains(key)
                        ? new Fits(firstPart(readable))
                        : new Unfit("what the key tells (variant " + readable.variant()
                                + ") is written in other bytes by variant " + complete.variant());
            }
            return new Unfit("what the key tells (variant " + readable.variant() + ") is not enough to write it again");
        } catch (UnfitValueException e) {
            return new Unfit("what the key tells cannot be written again: " + e.getMessage());
        }
    }

    private static String firstPart(DecodedKey.Readable readable) {
        return readable.values().entrySet().stream()
                .findFirst()
                .map(first -> readable.variant() + "." + first.getKey() + "="
                        + first.getValue().text())
                .orElse(readable.variant());
    }
}
