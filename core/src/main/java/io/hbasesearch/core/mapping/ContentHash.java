/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.model.DocumentId;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * 64 bits of a SHA-256 over a row's id and what its document says: equal documents of one row have equal hashes, whatever the
 * order of their fields. Backends store it beside the document, so that a range of rows is compared by a sum. It finds what went
 * wrong, not what somebody made to deceive. For one thread.
 */
public final class ContentHash {
    /** Changed whenever equal documents would get another hash: those written before then differ, and are compared in full. */
    private static final String VERSION = "content 1";

    private final MessageDigest digest;

    private ContentHash(DocumentId id) {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
        add(VERSION);
        add(id.value());
    }

    /** Never 0. */
    public static long of(DocumentId id, Document document) {
        ContentHash hash = new ContentHash(id);
        hash.addValue(document.fields());
        return hash.value();
    }

    /** Of the stub of a row that cannot be mapped, or whose document was given up, so that another attempt may succeed. Never 0. */
    public static long ofFailed(DocumentId id) {
        ContentHash hash = new ContentHash(id);
        hash.tag('F');
        return hash.value();
    }

    /** Of the stub of a row whose document the index refuses: it tells whether the row still is what was refused. Never 0. */
    public static long ofRefused(DocumentId id, Document document) {
        ContentHash hash = new ContentHash(id);
        hash.tag('R');
        hash.addValue(document.fields());
        return hash.value();
    }

    private long value() {
        long value = ByteBuffer.wrap(digest.digest()).getLong();
        return value == 0 ? 1 : value;
    }

    /** Each kind of value has a tag of its own, as a number is not what its text is. */
    private void addValue(Object value) {
        if (value instanceof Map<?, ?> map) {
            addMap(map);
        } else if (value instanceof List<?> list) {
            tag('L');
            number(list.size());
            list.forEach(this::addValue);
        } else if (value instanceof String text) {
            tag('S');
            add(text);
        } else if (value instanceof Long integer) {
            tag('I');
            number(integer);
        } else if (value instanceof Double fraction) {
            tag('D');
            number(Double.doubleToLongBits(fraction));
        } else {
            // Booleans and large decimals: equal ones have equal texts.
            tag(value instanceof Boolean ? 'B' : 'N');
            add(value.toString());
        }
    }

    private void addMap(Map<?, ?> map) {
        Map<String, Object> sorted = new TreeMap<>();
        map.forEach((key, value) -> sorted.put((String) key, value));
        tag('M');
        number(sorted.size());
        sorted.forEach((key, value) -> {
            add(key);
            addValue(value);
        });
    }

    private void tag(char tag) {
        digest.update((byte) tag);
    }

    private void number(long number) {
        digest.update(ByteBuffer.allocate(Long.BYTES).putLong(0, number));
    }

    /** The length first, so that no two texts run together into the same bytes. */
    private void add(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        number(bytes.length);
        digest.update(bytes);
    }
}
