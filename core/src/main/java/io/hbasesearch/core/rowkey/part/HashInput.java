/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.part;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.rowkey.value.KeyValue;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The input of a hash. Immutable. */
public sealed interface HashInput {
    /** The name of the field or part. */
    String name();

    /** Returns the bytes; empty if a value is missing. */
    Optional<byte[]> bytes(Map<String, KeyValue> values);

    /** A field's value as text, in UTF-8. */
    record OfText(String name) implements HashInput {
        public OfText {
            Objects.requireNonNull(name, "name");
        }

        @Override
        public Optional<byte[]> bytes(Map<String, KeyValue> values) {
            return Optional.ofNullable(values.get(name))
                    .map(value -> value.text().getBytes(UTF_8));
        }
    }

    /** A part's bytes in the key. */
    record OfPart(KeyPart part) implements HashInput {
        public OfPart {
            Objects.requireNonNull(part, "part");
        }

        @Override
        public String name() {
            return part.name();
        }

        @Override
        public Optional<byte[]> bytes(Map<String, KeyValue> values) {
            return part.encode(values).filter(bytes -> bytes.size() == 1).map(bytes -> bytes.get(0)
                    .toBytes());
        }
    }
}
