/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.value;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.hbasesearch.core.model.ByteArray;
import java.util.Arrays;
import java.util.Optional;

/**
 * Stores text vertex ids of JanusGraph: a byte 0x80, then the characters, the last of them with its highest bit set. Keys of eight
 * bytes belong to numeric ids: if a text would have that length, a byte 0x80 follows.
 */
public record JanusGraphIdCodec() implements KeyValueCodec {
    private static final int MARK = 0x80;
    private static final int BYTES_OF_NUMBERS = 8;
    private static final String RULE = "must be printable ASCII text of at least one character";
    private static final String FORM = "must be JanusGraph's form of an id that is text";

    @Override
    public KeyValue parse(String text) {
        return KeyValue.of(checked(text));
    }

    @Override
    public byte[] encode(KeyValue value) {
        if (!(value instanceof KeyValue.Text text)) {
            throw new UnfitValueException("must be text");
        }
        byte[] characters = checked(text.text()).getBytes(US_ASCII);
        int marked = characters.length + 1;
        byte[] bytes = new byte[marked == BYTES_OF_NUMBERS ? marked + 1 : marked];
        bytes[0] = (byte) MARK;
        System.arraycopy(characters, 0, bytes, 1, characters.length);
        bytes[characters.length] |= (byte) MARK;
        if (bytes.length > marked) {
            bytes[marked] = (byte) MARK;
        }
        return bytes;
    }

    @Override
    public KeyValue decode(byte[] bytes) {
        int end = 1;
        while (end < bytes.length && bytes[end] >= 0) {
            end++;
        }
        if (end >= bytes.length) {
            throw new UnfitValueException(FORM);
        }
        byte[] characters = Arrays.copyOfRange(bytes, 1, end + 1);
        characters[end - 1] &= (byte) ~MARK;
        KeyValue id = KeyValue.of(checked(new String(characters, US_ASCII)));
        if (!Arrays.equals(encode(id), bytes)) {
            throw new UnfitValueException(FORM);
        }
        return id;
    }

    private static String checked(String text) {
        if (text.isEmpty() || text.chars().anyMatch(character -> character < ' ' || character > '~')) {
            throw new UnfitValueException(RULE);
        }
        return text;
    }

    @Override
    public ValueKind kind() {
        return ValueKind.TEXT;
    }

    /** Returns the prefix without its last character, whose byte differs at the end of an id; so other ids have this prefix too. */
    @Override
    public Optional<BytePrefix> prefix(String characters) {
        String whole = characters.isEmpty() ? "" : characters.substring(0, characters.length() - 1);
        if (whole.chars().anyMatch(character -> character > '~')) {
            return Optional.empty();
        }
        byte[] bytes = (" " + whole).getBytes(US_ASCII);
        bytes[0] = (byte) MARK;
        return Optional.of(new BytePrefix(ByteArray.wrap(bytes), false));
    }
}
