/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.rowkey.EncodedKey;
import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.value.UnfitValueException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Makes row keys from the values of their parts. Stateless. */
public final class KeyParts {
    private KeyParts() {}

    /**
     * Encodes the key with these values; several keys if it has a random salt.
     *
     * @param values as text, by the parts' names
     * @throws UnfitValueException if a value does not fit its part
     * @throws HBaseSearchException USAGE if values are missing
     */
    public static EncodedKey.Complete encode(RowKeySpec spec, Map<String, String> values) {
        EncodedKey encoded = spec.encode(parsed(spec, values));
        if (encoded instanceof EncodedKey.Complete complete) {
            return complete;
        }
        throw incomplete((EncodedKey.Incomplete) encoded);
    }

    private static Map<String, KeyValue> parsed(RowKeySpec spec, Map<String, String> values) {
        Map<String, KeyValue> parsed = new LinkedHashMap<>();
        values.forEach((field, text) -> {
            try {
                parsed.put(
                        field,
                        spec.field(field, values.keySet())
                                .orElseThrow(() -> new UnfitValueException("is not a field of the key"))
                                .parse(text));
            } catch (UnfitValueException e) {
                throw e.in(field);
            }
        });
        return parsed;
    }

    private static HBaseSearchException incomplete(EncodedKey.Incomplete incomplete) {
        boolean several = incomplete.missing().size() > 1;
        String missing = incomplete.missing().entrySet().stream()
                .map(variant -> (several ? variant.getKey() + " needs " : "") + String.join(", ", variant.getValue()))
                .sorted()
                .collect(Collectors.joining("; "));
        return new HBaseSearchException(
                ErrorCode.USAGE, "values are missing for a key: " + missing, "Add them as FIELD=VALUE.", null);
    }
}
