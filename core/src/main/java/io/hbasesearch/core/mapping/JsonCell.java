/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.hbasesearch.core.text.CanonicalNumber;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses a text with a JSON object, within the limits that both backends have for its leaves. */
final class JsonCell {
    /** Elasticsearch's default for its flattened field type. */
    static final int MAX_DEPTH = 20;

    private JsonCell() {}

    /** @return null for a JSON null */
    static @Nullable Object parseObject(String text) throws UndecodableValueException {
        Object value = parse(text);
        if (value == null) {
            return null;
        }
        if (value instanceof Map<?, ?> object) {
            return checked(object);
        }
        throw new UndecodableValueException("is JSON, but not an object");
    }

    /** Returns the object if an index can store it. */
    static Object checked(Map<?, ?> object) throws UndecodableValueException {
        checkObject("", object);
        return object;
    }

    static @Nullable Object parse(String text) throws UndecodableValueException {
        try (JsonParser parser = JsonValues.FACTORY.createParser(text)) {
            if (parser.nextToken() == null) {
                throw new UndecodableValueException("is empty where JSON is expected");
            }
            Object value = JsonValues.read(parser, MAX_DEPTH);
            JsonToken rest = parser.nextToken();
            if (rest != null) {
                throw new UndecodableValueException("has something after its JSON value");
            }
            return value == null ? null : JsonValues.canonicalNumbers(value);
        } catch (JsonValues.TooDeepException e) {
            throw new UndecodableValueException("is JSON that is more than " + MAX_DEPTH + " levels deep");
        } catch (IOException e) {
            throw new UndecodableValueException("is not JSON that can be read"); // the cause would quote the value
        }
    }

    private static void checkObject(String path, Map<?, ?> object) throws UndecodableValueException {
        for (Map.Entry<?, ?> member : object.entrySet()) {
            String key = (String) member.getKey();
            checkText(key);
            if (key.indexOf('\0') >= 0) {
                throw new UndecodableValueException("has a JSON key with a null character");
            }
            check(path.isEmpty() ? key : path + "." + key, member.getValue());
        }
    }

    private static void check(String path, Object value) throws UndecodableValueException {
        if (value instanceof Map<?, ?> object) {
            checkObject(path, object);
        } else if (value instanceof List<?> list) {
            for (Object item : list) {
                check(path, item);
            }
        } else {
            checkLeaf(path, CanonicalNumber.ofLeaf(value));
        }
    }

    /** Checks a leaf, which backends index as one term of its path, a separator and its value. */
    private static void checkLeaf(String path, String text) throws UndecodableValueException {
        checkText(text);
        int most = ValueConverter.MAX_KEYWORD_BYTES - 1;
        if (path.length() + text.length() > most / 3 // cheap, and nearly always enough: a char has at most 3 bytes
                && path.getBytes(UTF_8).length + text.getBytes(UTF_8).length > most) {
            throw new UndecodableValueException(
                    "has a JSON leaf whose path and value have more than " + most + " bytes");
        }
    }

    private static void checkText(String text) throws UndecodableValueException {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                throw new UndecodableValueException("has half a surrogate pair in its JSON");
            }
        }
    }
}
