/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.document;

import io.hbasesearch.core.text.CanonicalNumber;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Collects the leaves of a JSON object, each as a whole string under the path of names that leads to it; lists add nothing to
 * the path, and null is not a leaf. Numbers look as in the stored JSON, which has one form of each. The same as Elasticsearch's
 * {@code flattened} field.
 */
public final class JsonLeaves {
    /** The default depth of {@code flattened}. */
    private static final int MAX_DEPTH = 20;

    /** Separates path and value; Elasticsearch rejects names that contain it, and so do we. */
    private static final char SEPARATOR = '\0';

    private final String field;
    private final List<Leaf> leaves = new ArrayList<>();

    private JsonLeaves(String field) {
        this.field = field;
    }

    record Leaf(String path, String text) {
        /** Returns the term of the leaf under its path. */
        String term() {
            return JsonLeaves.term(path, text);
        }
    }

    public static String term(String path, String text) {
        return path + SEPARATOR + text;
    }

    /** @throws RejectedDocumentException if it is too deep, or a name contains a zero character */
    static List<Leaf> of(String field, Map<?, ?> object) {
        JsonLeaves collector = new JsonLeaves(field);
        collector.addObject("", object, 1);
        return collector.leaves;
    }

    private void addObject(String path, Map<?, ?> object, int depth) {
        if (depth > MAX_DEPTH) {
            throw new RejectedDocumentException(
                    "field " + field + ": the JSON value is nested more than " + MAX_DEPTH + " levels deep");
        }
        for (Map.Entry<?, ?> entry : object.entrySet()) {
            String name = String.valueOf(entry.getKey());
            if (name.indexOf(SEPARATOR) >= 0) {
                throw new RejectedDocumentException("field " + field + ": a name contains the character U+0000");
            }
            add(path.isEmpty() ? name : path + "." + name, entry.getValue(), depth);
        }
    }

    private void add(String path, Object value, int depth) {
        if (value instanceof Map<?, ?> object) {
            addObject(path, object, depth + 1);
        } else if (value instanceof List<?> list) {
            list.forEach(element -> add(path, element, depth));
        } else if (value != null) {
            leaves.add(new Leaf(path, CanonicalNumber.ofLeaf(value)));
        }
    }
}
