/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.part;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.rowkey.frame.Fixed;
import io.hbasesearch.core.rowkey.hash.HashFunction;
import io.hbasesearch.core.rowkey.hash.HashOutput;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.value.KeyValueCodec;
import io.hbasesearch.core.rowkey.value.UnfitValueException;
import io.hbasesearch.core.rowkey.value.ValueParser;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A hash of other values of the row, which distributes adjacent rows; it can be computed if these values are known.
 *
 * @param inputsInOrder joined in this order
 * @param columns the inputs that are not parts of the key, with the parsers of their text
 */
public record HashPart(
        String name,
        HashFunction function,
        List<HashInput> inputsInOrder,
        Map<String, ValueParser> columns,
        HashOutput output)
        implements KeyPart {
    public HashPart {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(function, "function");
        Objects.requireNonNull(output, "output");
        inputsInOrder = List.copyOf(inputsInOrder);
        columns = Map.copyOf(columns);
    }

    @Override
    public Map<String, KeyValueCodec> fields() {
        return Map.of(name, output.codec());
    }

    @Override
    public Map<String, ValueParser> inputs() {
        return columns;
    }

    /** Computes the hash; empty if an input is missing. */
    public Optional<ByteArray> compute(Map<String, KeyValue> values) {
        ByteArrayOutputStream input = new ByteArrayOutputStream();
        for (HashInput each : inputsInOrder) {
            Optional<byte[]> bytes = each.bytes(values);
            if (bytes.isEmpty()) {
                return Optional.empty();
            }
            input.writeBytes(bytes.get());
        }
        return Optional.of(ByteArray.wrap(output.of(function, input.toByteArray())));
    }

    /** Returns the part's value if there is one, as in a decoded key; else computes it. */
    @Override
    public Optional<List<ByteArray>> encode(Map<String, KeyValue> values) {
        return Optional.ofNullable(values.get(name))
                .map(this::own)
                .or(() -> compute(values))
                .map(List::of);
    }

    private ByteArray own(KeyValue value) {
        try {
            return new Fixed(output.width()).frame(output.codec().encode(value));
        } catch (UnfitValueException e) {
            throw e.in(name);
        }
    }

    @Override
    public Set<String> missing(Map<String, KeyValue> values) {
        if (encode(values).isPresent()) {
            return Set.of();
        }
        return inputsInOrder.stream()
                .filter(input -> input.bytes(values).isEmpty())
                .map(HashInput::name)
                .collect(Collectors.toSet());
    }

    @Override
    public void decode(ByteBuffer key, Map<String, KeyValue> values) {
        try {
            values.put(name, output.codec().decode(new Fixed(output.width()).read(key)));
        } catch (UnfitValueException e) {
            throw e.in(name);
        }
    }

    /**
     * Checks that the part's value, if there is one, equals the computed one.
     *
     * @param values of the whole key
     */
    public void verify(Map<String, KeyValue> values) {
        KeyValue own = values.get(name);
        Optional<ByteArray> computed = compute(values);
        if (own != null && computed.isPresent() && !computed.get().equals(own(own))) {
            throw new UnfitValueException("must be the hash of " + names()).in(name);
        }
    }

    private String names() {
        return inputsInOrder.stream().map(HashInput::name).collect(Collectors.joining(", "));
    }

    @Override
    public boolean isText() {
        return output.codec().isText();
    }

    @Override
    public int shortest() {
        return output.width();
    }

    @Override
    public OptionalInt width() {
        return OptionalInt.of(output.width());
    }
}
