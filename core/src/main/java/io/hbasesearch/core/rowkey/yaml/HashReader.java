/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.yaml;

import io.hbasesearch.core.rowkey.hash.HashFunction;
import io.hbasesearch.core.rowkey.hash.HashOutput;
import io.hbasesearch.core.rowkey.hash.NegativeRule;
import io.hbasesearch.core.rowkey.part.HashInput;
import io.hbasesearch.core.rowkey.part.HashPart;
import io.hbasesearch.core.rowkey.part.KeyPart;
import io.hbasesearch.core.rowkey.value.DecimalTextCodec;
import io.hbasesearch.core.rowkey.value.IntegerCodec;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.value.KeyValueCodec;
import io.hbasesearch.core.rowkey.value.UnfitValueException;
import io.hbasesearch.core.rowkey.value.ValueParser;
import io.hbasesearch.core.yaml.Setting;
import io.hbasesearch.core.yaml.SettingValues;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Creates one part of kind hash, after the parts from which it may be computed. */
final class HashReader {
    private final SettingValues values;
    private final Map<String, KeyPart> others;
    private final Set<String> fields;

    /**
     * @param others the key's parts that are not hashes, by name
     * @param fields their fields
     */
    HashReader(SettingValues values, Map<String, KeyPart> others, Set<String> fields) {
        this.values = values;
        this.others = others;
        this.fields = fields;
    }

    /** Reads the part; empty if there is a problem, which was reported. */
    Optional<KeyPart> read() {
        require(RowKeySettings.FUNCTION);
        require(RowKeySettings.OF);
        Optional<HashFunction> function = values.find(RowKeySettings.FUNCTION);
        Optional<HashOutput> output = function.flatMap(this::output);
        List<HashInput> inputs = inputs();
        if (output.isEmpty() || inputs.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new HashPart(values.name(), function.get(), inputs, columns(inputs), output.get()));
    }

    private void require(Setting<?> setting) {
        if (!values.isWritten(setting)) {
            values.problem(setting, "is missing: " + setting.description());
        }
    }

    private List<HashInput> inputs() {
        boolean ofBytes = values.find(RowKeySettings.INPUT).orElseThrow() == RowKeySettings.HashSource.KEY;
        List<HashInput> inputs = new ArrayList<>();
        for (String name : values.find(RowKeySettings.OF).orElse(List.of())) {
            if (!ofBytes) {
                inputs.add(new HashInput.OfText(name));
            } else if (others.containsKey(name)) {
                inputs.add(new HashInput.OfPart(others.get(name)));
            } else {
                values.problem(
                        RowKeySettings.OF,
                        name + " is not a part with bytes of its own; with input: key the hash is computed from: "
                                + String.join(", ", others.keySet()));
            }
        }
        return inputs;
    }

    /** Returns the inputs that are not in the key, which come from columns as text. */
    private Map<String, ValueParser> columns(List<HashInput> inputs) {
        Map<String, ValueParser> columns = new LinkedHashMap<>();
        for (HashInput input : inputs) {
            if (input instanceof HashInput.OfText && !fields.contains(input.name())) {
                columns.put(input.name(), ValueParser.TEXT);
            }
        }
        return columns;
    }

    private Optional<HashOutput> output(HashFunction function) {
        if (function.isDigest()) {
            refuse(
                    "of a digest, which gives digits or bytes and no number",
                    RowKeySettings.MODULUS,
                    RowKeySettings.NEGATIVES);
            return Optional.of(digest(function));
        }
        refuse("of a hash that is a number", RowKeySettings.TAKE, RowKeySettings.OUTPUT);
        require(RowKeySettings.MODULUS);
        Optional<NegativeRule> rule = negatives(function);
        Optional<Integer> modulus = values.find(RowKeySettings.MODULUS);
        return rule.isEmpty() ? Optional.empty() : modulus.flatMap(buckets -> bucket(buckets, rule.get()));
    }

    private void refuse(String of, Setting<?>... settings) {
        for (Setting<?> setting : settings) {
            if (values.isWritten(setting)) {
                values.problem(setting, "has no meaning for the function " + of);
            }
        }
    }

    private HashOutput digest(HashFunction function) {
        boolean hex = values.find(RowKeySettings.OUTPUT).orElseThrow() == RowKeySettings.HashForm.HEX;
        int all = function.width() * (hex ? 2 : 1);
        int take = values.find(RowKeySettings.TAKE).orElse(all);
        if (take > all) {
            values.problem(RowKeySettings.TAKE, "is more than the " + all + " that the function gives");
            take = all;
        }
        return hex ? new HashOutput.HexDigits(take) : new HashOutput.RawBytes(take);
    }

    private Optional<NegativeRule> negatives(HashFunction function) {
        if (function == HashFunction.CRC_32) {
            return Optional.of(values.find(RowKeySettings.NEGATIVES).orElse(NegativeRule.FLOOR));
        }
        if (!values.isWritten(RowKeySettings.NEGATIVES)) {
            values.problem(
                    RowKeySettings.MODULUS,
                    "needs the rule for negative hashes, as (byte) (hash % n) and Math.floorMod differ for half of them: write"
                            + " negatives: floor, abs, unsigned or keep, as the writing program does");
        }
        return values.find(RowKeySettings.NEGATIVES);
    }

    private Optional<HashOutput> bucket(int modulus, NegativeRule rule) {
        PartType type = values.isWritten(RowKeySettings.TYPE)
                ? values.find(RowKeySettings.TYPE).orElse(PartType.U8)
                : rule == NegativeRule.KEEP ? PartType.I8 : PartType.U8;
        if (type == PartType.DECIMAL && !values.isWritten(RowKeySettings.WIDTH)) {
            values.problem("has buckets in decimal digits and no width: write how many digits each has");
            return Optional.empty();
        }
        if (type.family() != PartType.Family.NUMBER) {
            values.problem(RowKeySettings.TYPE, "of a bucket must be one of u8 to i64, or decimal");
            return Optional.empty();
        }
        KeyValueCodec codec = type == PartType.DECIMAL
                ? new DecimalTextCodec(values.find(RowKeySettings.WIDTH).orElse(1))
                : new IntegerCodec(type.bytes(), type.isSigned(), false);
        return fits(codec, modulus, rule) ? Optional.of(new HashOutput.Bucket(modulus, rule, codec)) : Optional.empty();
    }

    private boolean fits(KeyValueCodec codec, int modulus, NegativeRule rule) {
        try {
            codec.encode(KeyValue.of(modulus - 1L));
            if (rule == NegativeRule.KEEP) {
                codec.encode(KeyValue.of(1L - modulus));
            }
            return true;
        } catch (UnfitValueException e) {
            values.problem(
                    RowKeySettings.MODULUS, "gives buckets that the type does not hold: a bucket " + e.getMessage());
            return false;
        }
    }
}
