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
 * Computes 64 bits of a SHA-256 over a row's id and its document's content. Equal documents of one row have equal hashes, whatever
 * the order of their fields. Backends store the hash with the document, so that ranges of rows can be compared by a sum. It detects
 * faults, not deliberate manipulation. For one thread.
 */
public final class ContentHash {
    /**
     * The version of the hash. It changes whenever equal documents would get another hash: documents that were written before then
     * differ, and are compared in full.
     */
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

    /** Returns the hash of a document, which is never 0. */
    public static long of(DocumentId id, Document document) {
        ContentHash hash = new ContentHash(id);
        hash.addValue(document.fields());
        return hash.value();
    }

    /**
     * Returns the hash for the stub of a row that cannot be mapped, or whose document was given up, so that another attempt may
     * succeed. Never 0.
     */
    public static long ofFailed(DocumentId id) {
        ContentHash hash = new ContentHash(id);
        hash.tag('F');
        return hash.value();
    }

    /**
     * Returns the hash for the stub of a row whose document the index refuses. It shows if the row still has the refused content.
     * Never 0.
     */
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

    /** Adds a value with a tag for its kind, because a number differs from its text. */
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
            // Booleans and large decimals: equal values have equal texts.
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

    /** Adds a text after its length, so that different texts never have the same bytes. */
    private void add(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        number(bytes.length);
        digest.update(bytes);
    }
}
