/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.hash;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.rowkey.value.UnfitValueException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.zip.CRC32;

/** The hash functions of keys. Functions of a number read it from decimal digits. */
public enum HashFunction {
    MD5("MD5"),
    SHA1("SHA-1"),
    SHA256("SHA-256"),
    /** {@code String.hashCode()}. */
    JAVA_STRING(""),
    /** {@code Arrays.hashCode(byte[])}, with which Phoenix and OpenTSDB salt. */
    JAVA_BYTES(""),
    /** {@code Long.hashCode(long)}. */
    JAVA_LONG(""),
    /** {@link CRC32}, which is never negative. */
    CRC_32(""),
    /** The number itself. */
    IDENTITY("");

    private final String digest;

    HashFunction(String digest) {
        this.digest = digest;
    }

    /** Tells if the function returns bytes instead of a number. */
    public boolean isDigest() {
        return !digest.isEmpty();
    }

    /** Returns the width of a digest in bytes. */
    public int width() {
        return messageDigest().getDigestLength();
    }

    /** Returns the bytes of a digest. */
    public byte[] digest(byte[] input) {
        return messageDigest().digest(input);
    }

    private MessageDigest messageDigest() {
        try {
            return MessageDigest.getInstance(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(this + " is no digest that every Java platform has", e);
        }
    }

    /** Returns the number that a function other than a digest gives. */
    public long number(byte[] input) {
        return switch (this) {
            case MD5, SHA1, SHA256 -> throw new IllegalStateException(this + " gives no number");
            case JAVA_STRING -> new String(input, UTF_8).hashCode();
            case JAVA_BYTES -> Arrays.hashCode(input);
            case JAVA_LONG -> Long.hashCode(parse(input));
            case CRC_32 -> crc32(input);
            case IDENTITY -> parse(input);
        };
    }

    private static long crc32(byte[] input) {
        CRC32 crc = new CRC32();
        crc.update(input);
        return crc.getValue();
    }

    private static long parse(byte[] digits) {
        try {
            return Long.parseLong(new String(digits, UTF_8));
        } catch (NumberFormatException e) {
            throw new UnfitValueException("is computed from a whole number of 64 bits", e);
        }
    }
}
