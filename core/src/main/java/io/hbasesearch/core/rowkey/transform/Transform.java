/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.transform;

import io.hbasesearch.core.rowkey.value.KeyValueCodec;
import java.math.BigInteger;
import java.util.List;

/** A transformation of a value or its bytes before it is written to a key. Immutable. */
public sealed interface Transform {
    /** Returns a codec that applies this transform, then {@code codec}. */
    KeyValueCodec before(KeyValueCodec codec);

    /** The characters last to first. */
    record ReverseCharacters() implements Transform {
        @Override
        public KeyValueCodec before(KeyValueCodec codec) {
            return new ReversedText(codec);
        }
    }

    /** The bytes last to first. */
    record ReverseBytes() implements Transform {
        @Override
        public KeyValueCodec before(KeyValueCodec codec) {
            return new ReversedBytes(codec);
        }
    }

    /** The last {@code characters} moved to the front. */
    record Rotate(int characters) implements Transform {
        @Override
        public KeyValueCodec before(KeyValueCodec codec) {
            return new RotatedText(codec, characters);
        }
    }

    /** {@code most} minus the number. */
    record Complement(BigInteger most) implements Transform {
        @Override
        public KeyValueCodec before(KeyValueCodec codec) {
            return new ComplementedNumber(codec, most);
        }
    }

    /** The first {@code characters} only. */
    record Truncate(int characters) implements Transform {
        @Override
        public KeyValueCodec before(KeyValueCodec codec) {
            return new TruncatedText(codec, characters);
        }
    }

    /** The multiple of {@code step} at or below the number. */
    record Floor(BigInteger step) implements Transform {
        @Override
        public KeyValueCodec before(KeyValueCodec codec) {
            return new FlooredNumber(codec, step);
        }
    }

    /** Every bit of the bytes inverted. */
    record Invert() implements Transform {
        @Override
        public KeyValueCodec before(KeyValueCodec codec) {
            return new InvertedBytes(codec);
        }
    }

    /** A leading byte that identifies the type. */
    record Header(byte header) implements Transform {
        @Override
        public KeyValueCodec before(KeyValueCodec codec) {
            return new TypeTagged(codec, header);
        }
    }

    /** Returns a codec that applies all transforms in order, then {@code codec}. */
    static KeyValueCodec all(List<Transform> transforms, KeyValueCodec codec) {
        KeyValueCodec result = codec;
        for (int i = transforms.size() - 1; i >= 0; i--) {
            result = transforms.get(i).before(result);
        }
        return result;
    }
}
