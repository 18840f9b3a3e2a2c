/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.hash;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.hbasesearch.core.rowkey.value.BytesCodec;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.value.KeyValueCodec;
import io.hbasesearch.core.rowkey.value.TextCodec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/** The part of a hash that a key contains. Immutable. */
public sealed interface HashOutput {
    byte[] of(HashFunction function, byte[] input);

    /** The codec of the part's value. */
    KeyValueCodec codec();

    /** The width in bytes. */
    int width();

    /** Returns the number of possible outputs; {@link Long#MAX_VALUE} if there are more. */
    long count();

    /** Returns all outputs, if {@link #count()} is small. */
    List<byte[]> all();

    /** The first hexadecimal digits, in lower case. */
    record HexDigits(int width) implements HashOutput {
        @Override
        public byte[] of(HashFunction function, byte[] input) {
            return HexFormat.of()
                    .formatHex(function.digest(input))
                    .substring(0, width)
                    .getBytes(US_ASCII);
        }

        @Override
        public KeyValueCodec codec() {
            return new TextCodec(TextCodec.Alphabet.HEX);
        }

        @Override
        public long count() {
            return power(4L * width);
        }

        @Override
        public List<byte[]> all() {
            List<byte[]> all = new ArrayList<>();
            for (long i = 0; i < count(); i++) {
                all.add(HexFormat.of().toHexDigits(i, width).getBytes(US_ASCII));
            }
            return all;
        }
    }

    /** The first bytes. */
    record RawBytes(int width) implements HashOutput {
        @Override
        public byte[] of(HashFunction function, byte[] input) {
            return Arrays.copyOf(function.digest(input), width);
        }

        @Override
        public KeyValueCodec codec() {
            return new BytesCodec();
        }

        @Override
        public long count() {
            return power(8L * width);
        }

        @Override
        public List<byte[]> all() {
            List<byte[]> all = new ArrayList<>();
            for (long i = 0; i < count(); i++) {
                all.add(HexFormat.of().parseHex(HexFormat.of().toHexDigits(i, 2 * width)));
            }
            return all;
        }
    }

    /** A hash modulo a number of buckets, written by a fixed-width codec. */
    record Bucket(int modulus, NegativeRule negatives, KeyValueCodec codec) implements HashOutput {
        public Bucket {
            Objects.requireNonNull(negatives, "negatives");
            codec.width().orElseThrow(() -> new IllegalArgumentException("buckets are of one width"));
        }

        @Override
        public byte[] of(HashFunction function, byte[] input) {
            return write(negatives.apply(function.number(input), modulus));
        }

        private byte[] write(long bucket) {
            return codec.encode(KeyValue.of(bucket));
        }

        @Override
        public int width() {
            return codec.width().orElseThrow();
        }

        @Override
        public long count() {
            return modulus - negatives.least(modulus);
        }

        @Override
        public List<byte[]> all() {
            List<byte[]> all = new ArrayList<>();
            for (long bucket = negatives.least(modulus); bucket < modulus; bucket++) {
                all.add(write(bucket));
            }
            return all;
        }
    }

    private static long power(long bits) {
        return bits >= Long.SIZE - 1 ? Long.MAX_VALUE : 1L << bits;
    }
}
