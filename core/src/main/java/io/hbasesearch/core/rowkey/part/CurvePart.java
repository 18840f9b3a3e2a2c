/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.part;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.rowkey.curve.GeoCurve;
import io.hbasesearch.core.rowkey.frame.Fixed;
import io.hbasesearch.core.rowkey.value.BytesCodec;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.value.KeyValueCodec;
import io.hbasesearch.core.rowkey.value.UnfitValueException;
import io.hbasesearch.core.rowkey.value.ValueParser;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/**
 * The position of a geometry on a space-filling curve. The key does not contain the geometry itself: the part's value is its bytes.
 *
 * @param geometry the field of the geometry
 * @param time the field of its time, if the curve has one
 */
public record CurvePart(String name, GeoCurve curve, String geometry, Optional<String> time) implements KeyPart {
    public CurvePart {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(geometry, "geometry");
        if (curve.hasTime() != time.isPresent()) {
            throw new IllegalArgumentException("a field holds the time exactly if the curve has one");
        }
    }

    @Override
    public Map<String, KeyValueCodec> fields() {
        return Map.of(name, new BytesCodec());
    }

    @Override
    public Map<String, ValueParser> inputs() {
        Map<String, ValueParser> inputs = new LinkedHashMap<>(Map.of(geometry, ValueParser.BOX));
        time.ifPresent(field -> inputs.put(field, ValueParser.MOMENT));
        return inputs;
    }

    /** Computes the bytes if possible; else returns the part's value from a decoded key. */
    @Override
    public Optional<List<ByteArray>> encode(Map<String, KeyValue> values) {
        try {
            if (values.containsKey(geometry) && (time.isEmpty() || values.containsKey(time.get()))) {
                return Optional.of(List.of(compute(values)));
            }
            KeyValue own = values.get(name);
            return own == null
                    ? Optional.empty()
                    : Optional.of(List.of(new Fixed(curve.width()).frame(new BytesCodec().encode(own))));
        } catch (UnfitValueException e) {
            throw e.in(name);
        }
    }

    private ByteArray compute(Map<String, KeyValue> values) {
        if (!(values.get(geometry) instanceof KeyValue.Box box)) {
            throw new UnfitValueException("needs " + geometry + " as a point or a box");
        }
        return curve.encode(box, time.map(field -> instant(values.get(field))).orElse(null));
    }

    private static Instant instant(KeyValue value) {
        if (value instanceof KeyValue.Moment moment) {
            return moment.instant();
        }
        throw new UnfitValueException("needs its time as a date");
    }

    @Override
    public Set<String> missing(Map<String, KeyValue> values) {
        if (encode(values).isPresent()) {
            return Set.of();
        }
        Set<String> missing = new TreeSet<>(inputs().keySet());
        missing.removeAll(values.keySet());
        return missing;
    }

    @Override
    public void decode(ByteBuffer key, Map<String, KeyValue> values) {
        try {
            values.put(name, KeyValue.of(new Fixed(curve.width()).read(key)));
        } catch (UnfitValueException e) {
            throw e.in(name);
        }
    }

    @Override
    public int shortest() {
        return curve.width();
    }

    @Override
    public OptionalInt width() {
        return OptionalInt.of(curve.width());
    }
}
