/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.model.ByteArray;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.message.BinaryMessageEncoder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Cells that Avro's own writer made are read as what was written, and others are refused whatever their bytes claim. */
class AvroCellTest {
    private static final int CASES = 10_000;

    private static final String EVERYTHING =
            """
            {"type": "record", "name": "Thing", "namespace": "shop", "fields": [
              {"name": "text", "type": "string"},
              {"name": "maybe", "type": ["null", "string", "long"]},
              {"name": "whole", "type": "int"},
              {"name": "large", "type": "long"},
              {"name": "single", "type": "float"},
              {"name": "double", "type": "double"},
              {"name": "truth", "type": "boolean"},
              {"name": "bytes", "type": "bytes"},
              {"name": "four", "type": {"type": "fixed", "name": "Four", "size": 4}},
              {"name": "state", "type": {"type": "enum", "name": "State", "symbols": ["OPEN", "PAID"]}},
              {"name": "list", "type": {"type": "array", "items": ["null", "int"]}},
              {"name": "map", "type": {"type": "map", "values": "long"}},
              {"name": "next", "type": ["null", "Thing"]}
            ]}
            """;

    private static final Schema SCHEMA = new Schema.Parser().parse(EVERYTHING);

    private static SchemaReader reader(String schema) {
        return CellSchema.avro(schema, SchemaFraming.NONE, Optional.empty()).reader();
    }

    private static byte[] written(Schema schema, @Nullable Object value) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
        try {
            new GenericDatumWriter<@Nullable Object>(schema).write(value, encoder);
            encoder.flush();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return bytes.toByteArray();
    }

    private static Object read(String schema, @Nullable Object value) throws UnreadableCellException {
        return String.valueOf(reader(schema).read(written(new Schema.Parser().parse(schema), value)));
    }

    private static String text(Random random) {
        return random.ints(random.nextInt(6), 1, 0x24f)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /** A record as Avro has it, and what should be read of it. */
    private record Sample(GenericRecord record, Map<String, Object> expected) {}

    private static Sample sample(Random random, int depth) {
        GenericRecord thing = new GenericData.Record(SCHEMA);
        Map<String, Object> expected = new HashMap<>();
        put(thing, expected, "text", text(random), null);
        Object maybe = List.of("", text(random), random.nextLong()).get(random.nextInt(3));
        put(thing, expected, "maybe", maybe.equals("") ? null : maybe, null);
        int whole = random.nextInt();
        put(thing, expected, "whole", whole, (long) whole);
        put(thing, expected, "large", random.nextLong() >> random.nextInt(64), null);
        float single = random.nextFloat();
        put(thing, expected, "single", single, Double.parseDouble(Float.toString(single)));
        put(thing, expected, "double", random.nextGaussian(), null);
        put(thing, expected, "truth", random.nextBoolean(), null);
        byte[] bytes = new byte[random.nextInt(9)];
        random.nextBytes(bytes);
        put(thing, expected, "bytes", ByteBuffer.wrap(bytes), ByteArray.copyOf(bytes));
        byte[] four = Arrays.copyOf(bytes, 4);
        put(
                thing,
                expected,
                "four",
                new GenericData.Fixed(SCHEMA.getField("four").schema(), four),
                ByteArray.copyOf(four));
        String state = random.nextBoolean() ? "OPEN" : "PAID";
        put(
                thing,
                expected,
                "state",
                new GenericData.EnumSymbol(SCHEMA.getField("state").schema(), state),
                state);
        List<@Nullable Integer> list = new ArrayList<>();
        List<Object> items = new ArrayList<>();
        Map<String, Long> map = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            Integer item = random.nextInt(3) == 0 ? null : random.nextInt();
            list.add(item);
            if (item != null) {
                items.add((long) item);
            }
            map.put("k" + i, random.nextLong());
        }
        put(thing, expected, "list", list, items);
        put(thing, expected, "map", map, null);
        if (depth > 0 && random.nextBoolean()) {
            Sample next = sample(random, depth - 1);
            put(thing, expected, "next", next.record(), next.expected());
        }
        return new Sample(thing, expected);
    }

    private static void put(
            GenericRecord thing,
            Map<String, Object> expected,
            String name,
            @Nullable Object written,
            @Nullable Object read) {
        thing.put(name, written);
        if (written != null) {
            expected.put(name, read == null ? written : read);
        }
    }

    @Test
    void whatAvroWroteIsReadAsItWas() throws UnreadableCellException {
        SchemaReader reader = reader(EVERYTHING);
        for (long seed = 0; seed < CASES; seed++) {
            Sample sample = sample(new Random(seed), 3);
            assertThat(reader.read(written(SCHEMA, sample.record())))
                    .as("seed %d", seed)
                    .isEqualTo(sample.expected());
        }
    }

    @Test
    void corruptBytesAreRejectedOrReadWithoutExcessiveCost() {
        SchemaReader reader = reader(EVERYTHING);
        int refused = 0;
        for (long seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            byte[] bytes = written(SCHEMA, sample(random, 2).record());
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            byte[] broken = Arrays.copyOf(bytes, random.nextBoolean() ? bytes.length : random.nextInt(bytes.length));
            try {
                Object unused = reader.read(broken);
            } catch (UnreadableCellException e) {
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(CASES / 2);
    }

    @Test
    void aFewBytesCannotAskForGigabytes() {
        // A length of 2 GB, and an array of 2^40 nulls.
        byte[] text = {(byte) 0xfe, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x0f};
        byte[] nulls = {(byte) 0x80, (byte) 0x80, (byte) 0x80, (byte) 0x80, (byte) 0x80, 0x40};
        assertThatThrownBy(() -> reader("\"bytes\"").read(text)).hasMessageContaining("ends before");
        assertThatThrownBy(() ->
                        reader("{\"type\": \"array\", \"items\": \"null\"}").read(nulls))
                .hasMessageContaining("more than 1000000 values");
    }

    @Test
    void logicalTypesBecomeWhatTheyMean() throws UnreadableCellException {
        assertThat(read("{\"type\": \"int\", \"logicalType\": \"date\"}", 19_782))
                .isEqualTo("2024-02-29");
        assertThat(read("{\"type\": \"long\", \"logicalType\": \"timestamp-millis\"}", 1_709_212_455_123L))
                .isEqualTo(Instant.ofEpochMilli(1_709_212_455_123L).toString());
        assertThat(read("{\"type\": \"long\", \"logicalType\": \"timestamp-micros\"}", -1L))
                .isEqualTo("1969-12-31T23:59:59.999999Z");
        assertThat(read("{\"type\": \"long\", \"logicalType\": \"local-timestamp-millis\"}", 0L))
                .isEqualTo("1970-01-01T00:00");
        assertThat(read("{\"type\": \"int\", \"logicalType\": \"time-millis\"}", 7))
                .isEqualTo("7");
        assertThat(reader("{\"type\": \"bytes\", \"logicalType\": \"decimal\", \"precision\": 9, \"scale\": 2}")
                        .read(written(
                                Schema.create(Schema.Type.BYTES),
                                ByteBuffer.wrap(BigInteger.valueOf(-12_345).toByteArray()))))
                .isEqualTo(new BigDecimal("-123.45"));
    }

    @Test
    void framesAreTakenOffAndChecked() throws Exception {
        String schema = "\"string\"";
        byte[] payload = written(Schema.create(Schema.Type.STRING), "hello");
        ByteBuffer confluent =
                ByteBuffer.allocate(5 + payload.length).put((byte) 0).putInt(7).put(payload);
        assertThat(CellSchema.avro(schema, SchemaFraming.CONFLUENT, Optional.of(7))
                        .reader()
                        .read(confluent.array()))
                .isEqualTo("hello");
        assertThatThrownBy(() -> CellSchema.avro(schema, SchemaFraming.CONFLUENT, Optional.of(8))
                        .reader()
                        .read(confluent.array()))
                .hasMessageContaining("schema 7 instead of 8");
        assertThatThrownBy(() -> CellSchema.avro(schema, SchemaFraming.CONFLUENT, Optional.empty())
                        .reader()
                        .read(payload))
                .hasMessageContaining("does not begin with a zero");

        Schema parsed = new Schema.Parser().parse(schema);
        ByteBuffer single = new BinaryMessageEncoder<CharSequence>(GenericData.get(), parsed).encode("hello");
        byte[] cell = new byte[single.remaining()];
        single.get(cell);
        assertThat(CellSchema.avro(schema, SchemaFraming.SINGLE_OBJECT, Optional.empty())
                        .reader()
                        .read(cell))
                .isEqualTo("hello");
        assertThatThrownBy(() -> CellSchema.avro("\"bytes\"", SchemaFraming.SINGLE_OBJECT, Optional.empty())
                        .reader()
                        .read(cell))
                .hasMessageContaining("another fingerprint");
    }

    @Test
    void aSchemaIsTheSameHoweverItIsLaidOutAndAnotherOneByWhatItSays() {
        CellSchema one = CellSchema.avro(EVERYTHING, SchemaFraming.NONE, Optional.empty());
        CellSchema same = CellSchema.avro(EVERYTHING.replace("\n", " "), SchemaFraming.NONE, Optional.empty());
        assertThat(same).isEqualTo(one);
        assertThat(same.name()).isEqualTo(one.name());
        assertThat(List.of(
                        CellSchema.avro(EVERYTHING.replace("PAID", "SOLD"), SchemaFraming.NONE, Optional.empty())
                                .name(),
                        CellSchema.avro(EVERYTHING, SchemaFraming.CONFLUENT, Optional.empty())
                                .name(),
                        CellSchema.avro(EVERYTHING, SchemaFraming.CONFLUENT, Optional.of(1))
                                .name(),
                        one.name()))
                .doesNotHaveDuplicates();
        assertThatThrownBy(() -> CellSchema.avro("{\"type\": \"recrod\"}", SchemaFraming.NONE, Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
