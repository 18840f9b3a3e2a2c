/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.cursor;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.row.FreshnessSource.Freshness;
import io.hbasesearch.core.spi.SortValues;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How the parts of a cursor are written. What is read was signed, so it is as it was written. No state. */
final class CursorBytes {
    private static final byte OF_SEARCH = 0;
    private static final byte OF_TABLE = 1;

    private static final byte NOTHING = 0;
    private static final byte TEXT = 1;
    private static final byte WHOLE = 2;
    private static final byte REAL = 3;

    private CursorBytes() {}

    static void write(DataOutputStream out, Place place) throws IOException {
        if (place instanceof Place.OfTable ofTable) {
            out.writeByte(OF_TABLE);
            out.writeInt(place.offset());
            write(out, ofTable.row().bytes().unsafeBytes());
        } else if (place instanceof Place.OfSearch ofSearch) {
            out.writeByte(OF_SEARCH);
            out.writeInt(place.offset());
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

    static Place readPlace(DataInputStream in) throws IOException {
        byte kind = in.readByte();
        int offset = in.readInt();
        if (kind == OF_TABLE) {
            return new Place.OfTable(offset, RowKey.wrap(readBytes(in)));
        }
        int count = in.readByte();
        List<@Nullable Object> values = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            values.add(readValue(in));
        }
        return new Place.OfSearch(offset, new SortValues(values));
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

    private static void write(DataOutputStream out, Instant time) throws IOException {
        out.writeLong(time.getEpochSecond());
        out.writeInt(time.getNano());
    }

    static Optional<Freshness> readFreshness(DataInputStream in) throws IOException {
        return in.readBoolean()
                ? Optional.of(new Freshness(readTime(in), readTime(in), in.readBoolean()))
                : Optional.empty();
    }

    private static Instant readTime(DataInputStream in) throws IOException {
        return Instant.ofEpochSecond(in.readLong(), in.readInt());
    }

    static void write(DataOutputStream out, String text) throws IOException {
        write(out, text.getBytes(UTF_8));
    }

    static String readText(DataInputStream in) throws IOException {
        return new String(readBytes(in), UTF_8);
    }

    private static void write(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static byte[] readBytes(DataInputStream in) throws IOException {
        return in.readNBytes(in.readInt());
    }
}
