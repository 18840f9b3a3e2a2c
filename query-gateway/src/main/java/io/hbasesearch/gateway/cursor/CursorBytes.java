/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.cursor;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.row.FreshnessSource.Freshness;
import io.hbasesearch.core.spi.search.SortValues;
import io.hbasesearch.core.spi.search.ViewToken;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Encodes and decodes the parts of a cursor. Whatever it reads was signed, so it is as it was written. Stateless. */
final class CursorBytes {
    private static final byte OF_SEARCH = 0;
    private static final byte OF_TABLE = 1;

    private static final byte NOTHING = 0;
    private static final byte TEXT = 1;
    private static final byte WHOLE = 2;
    private static final byte REAL = 3;
    private static final byte BASE64 = 4;

    private CursorBytes() {}

    static void write(DataOutputStream out, CursorPosition place) throws IOException {
        if (place instanceof CursorPosition.OfTable ofTable) {
            out.writeByte(OF_TABLE);
            writeSize(out, place.offset());
            write(out, ofTable.row().bytes().unsafeBytes());
        } else if (place instanceof CursorPosition.OfSearch ofSearch) {
            out.writeByte(OF_SEARCH);
            writeSize(out, place.offset());
            List<@Nullable Object> values = ofSearch.values().values();
            out.writeByte(values.size());
            for (Object value : values) {
                writeValue(out, value);
            }
        }
    }

    private static void writeValue(DataOutputStream out, @Nullable Object value) throws IOException {
        if (value instanceof String text) {
            out.writeByte(TEXT);
            write(out, text);
        } else if (value instanceof Long whole) {
            out.writeByte(WHOLE);
            out.writeLong(whole);
        } else if (value instanceof Double real) {
            out.writeByte(REAL);
            out.writeDouble(real);
        } else {
            out.writeByte(NOTHING);
        }
    }

    static CursorPosition readPlace(DataInputStream in) throws IOException {
        byte kind = in.readByte();
        int offset = readSize(in);
        if (kind == OF_TABLE) {
            return new CursorPosition.OfTable(offset, RowKey.wrap(readBytes(in)));
        }
        int count = in.readByte();
        List<@Nullable Object> values = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            values.add(readValue(in));
        }
        return new CursorPosition.OfSearch(offset, new SortValues(values));
    }

    private static @Nullable Object readValue(DataInputStream in) throws IOException {
        return switch (in.readByte()) {
            case TEXT -> readText(in);
            case WHOLE -> in.readLong();
            case REAL -> in.readDouble();
            default -> null;
        };
    }

    static void write(DataOutputStream out, Optional<Freshness> freshness) throws IOException {
        out.writeBoolean(freshness.isPresent());
        if (freshness.isPresent()) {
            write(out, freshness.get().asOf());
            write(out, freshness.get().lookedAt());
            out.writeBoolean(freshness.get().sourceCovered());
        }
    }

    /** Writes the time rounded down to a millisecond, so that it never promises more than is true. */
    private static void write(DataOutputStream out, Instant time) throws IOException {
        out.writeLong(time.toEpochMilli());
    }

    static Optional<Freshness> readFreshness(DataInputStream in) throws IOException {
        return in.readBoolean()
                ? Optional.of(new Freshness(readTime(in), readTime(in), in.readBoolean()))
                : Optional.empty();
    }

    /** Writes nothing without an instant, so that other cursors stay as older gateways write and read them. */
    static void writeNow(DataOutputStream out, Optional<Instant> now) throws IOException {
        if (now.isPresent()) {
            write(out, now.get());
        }
    }

    static Optional<Instant> readNow(DataInputStream in) throws IOException {
        return in.available() > 0 ? Optional.of(readTime(in)) : Optional.empty();
    }

    private static Instant readTime(DataInputStream in) throws IOException {
        return Instant.ofEpochMilli(in.readLong());
    }

    private static void write(DataOutputStream out, String text) throws IOException {
        write(out, text.getBytes(UTF_8));
    }

    private static String readText(DataInputStream in) throws IOException {
        return new String(readBytes(in), UTF_8);
    }

    /**
     * Writes the snapshot's name. Elasticsearch names snapshots by bytes in base64, which are decoded here to avoid encoding base64 twice.
     */
    static void writeView(DataOutputStream out, Optional<ViewToken> view) throws IOException {
        if (view.isEmpty()) {
            out.writeByte(NOTHING);
            return;
        }
        Optional<byte[]> bytes = bytesOf(view.get().value());
        out.writeByte(bytes.isPresent() ? BASE64 : TEXT);
        write(out, bytes.orElseGet(() -> view.get().value().getBytes(UTF_8)));
    }

    private static Optional<byte[]> bytesOf(String text) {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(text);
            return Optional.of(bytes)
                    .filter(each -> Base64.getUrlEncoder().encodeToString(each).equals(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    static Optional<ViewToken> readView(DataInputStream in) throws IOException {
        return switch (in.readByte()) {
            case TEXT -> Optional.of(new ViewToken(readText(in)));
            case BASE64 -> Optional.of(new ViewToken(Base64.getUrlEncoder().encodeToString(readBytes(in))));
            default -> Optional.empty();
        };
    }

    private static void write(DataOutputStream out, byte[] bytes) throws IOException {
        writeSize(out, bytes.length);
        out.write(bytes);
    }

    private static byte[] readBytes(DataInputStream in) throws IOException {
        return in.readNBytes(readSize(in));
    }

    /** Writes a size with seven bits per byte: most lengths take one byte. */
    private static void writeSize(DataOutputStream out, int size) throws IOException {
        int left = size;
        while (left > 0x7f) {
            out.writeByte(left & 0x7f | 0x80);
            left >>>= 7;
        }
        out.writeByte(left);
    }

    private static int readSize(DataInputStream in) throws IOException {
        int size = 0;
        int next = 0x80;
        for (int shift = 0; (next & 0x80) != 0; shift += 7) {
            next = in.readUnsignedByte();
            size |= (next & 0x7f) << shift;
        }
        return size;
    }
}
