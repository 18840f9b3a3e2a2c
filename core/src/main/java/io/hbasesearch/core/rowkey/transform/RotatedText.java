/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.transform;

import io.hbasesearch.core.rowkey.value.BytePattern;
import io.hbasesearch.core.rowkey.value.BytePrefix;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.value.KeyValueCodec;
import io.hbasesearch.core.rowkey.value.UnfitValueException;
import java.util.Optional;

/** Moves the last characters to the front, which distributes sequential ids. Texts have at least that many (UTF-16) characters. */
final class RotatedText extends Decorated {
    private final int characters;

    RotatedText(KeyValueCodec codec, int characters) {
        super(codec);
        this.characters = characters;
    }

    private String lastFirst(String text) {
        checkLength(text);
        int cut = text.length() - characters;
        return text.substring(cut) + text.substring(0, cut);
    }

    private void checkLength(String text) {
        if (text.length() < characters) {
            throw new UnfitValueException("must have at least the " + characters + " characters that are put first");
        }
    }

    @Override
    public byte[] encode(KeyValue value) {
        return codec().encode(KeyValue.of(lastFirst(text(value))));
    }

    @Override
    public KeyValue decode(byte[] bytes) {
        String text = text(codec().decode(bytes));
        checkLength(text);
        return KeyValue.of(text.substring(characters) + text.substring(0, characters));
    }

    /** Uses the last characters of a longer suffix, which come first; the others are at the other end of the key part. */
    @Override
    public Optional<BytePrefix> suffix(String ending) {
        if (ending.length() < characters) {
            return Optional.empty();
        }
        boolean whole = ending.length() == characters;
        return codec().prefix(ending.substring(ending.length() - characters))
                .map(beginning -> new BytePrefix(beginning.bytes(), whole && beginning.exact()));
    }

    @Override
    public Optional<BytePattern> pattern(String text) {
        return text.length() < characters ? Optional.empty() : codec().pattern(lastFirst(text));
    }
}
