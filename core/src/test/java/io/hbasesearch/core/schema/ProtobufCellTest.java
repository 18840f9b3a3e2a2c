/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.CodedOutputStream;
import io.hbasesearch.core.model.ByteArray;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ProtobufCellTest {
    private static final String MESSAGE = "shop.Order";

    private static CellSchema schema(SchemaFraming framing) {
        return CellSchema.protobuf(Descriptors.complete(), MESSAGE, framing, Optional.empty());
    }

    /** Writes the parts of a message, without their schema. */
    private interface Writing {
        void to(CodedOutputStream out) throws IOException;
    }

    private static byte[] written(Writing writing) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        writing.to(out);
        out.flush();
        return bytes.toByteArray();
    }

    private static byte[] order() throws IOException {
        byte[] item = written(out -> {
            out.writeString(1, "apple");
            out.writeDouble(2, 1.5);
        });
        byte[] label = written(out -> {
            out.writeString(1, "size");
            out.writeInt32(2, 7);
        });
        byte[] made = written(out -> {
            out.writeInt64(1, 1_709_212_455L);
            out.writeInt32(2, 123_000_000);
        });
        return written(out -> {
            out.writeString(1, "Ann");
            out.writeInt32(2, -3);
            out.writeUInt64(3, -1L);
            out.writeFloat(4, 0.1f);
            out.writeEnum(5, 1);
            out.writeByteArray(6, item);
            out.writeByteArray(6, item);
            out.writeByteArray(7, label);
            out.writeByteArray(8, made);
            out.writeByteArray(9, new byte[] {0, -1});
            out.writeString(10, "soon");
            out.writeString(99, "of a later version");
        });
    }

    @Test
    void aMessageBecomesAnObjectWithTheNamesOfItsFile() throws Exception {
        assertThat(schema(SchemaFraming.NONE).reader().read(order()))
                .isEqualTo(Map.ofEntries(
                        Map.entry("customer", "Ann"),
                        Map.entry("count", -3L),
                        Map.entry("total", new BigInteger("18446744073709551615")),
                        Map.entry("weight", 0.1),
                        Map.entry("state", "PAID"),
                        Map.entry(
                                "items",
                                List.of(Map.of("name", "apple", "price", 1.5), Map.of("name", "apple", "price", 1.5))),
                        Map.entry("labels", Map.of("size", 7L)),
                        Map.entry("made", Instant.ofEpochMilli(1_709_212_455_123L)),
                        Map.entry("raw", ByteArray.copyOf(new byte[] {0, -1})),
                        Map.entry("note", "soon")));
    }

    @Test
    void whatWasNotWrittenIsAbsentWhereThatCanBeToldAndElseTheDefault() throws Exception {
        assertThat(schema(SchemaFraming.NONE).reader().read(new byte[0]))
                .isEqualTo(Map.of(
                        "customer",
                        "",
                        "count",
                        0L,
                        "total",
                        0L,
                        "weight",
                        0.0,
                        "state",
                        "OPEN",
                        "raw",
                        ByteArray.empty()));
        assertThat(schema(SchemaFraming.NONE).reader().read(written(out -> out.writeEnum(5, 9))))
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
                .containsEntry("state", "9");
    }

    @Test
    void confluentsFrameIsTakenOffWithTheNumbersOfTheMessage() throws Exception {
        byte[] first = {0, 0, 0, 0, 7, 0};
        byte[] nested = {0, 0, 0, 0, 7, 4, 2, 0}; // two numbers, 1 and 0
        for (byte[] frame : List.of(first, nested)) {
            byte[] cell = Arrays.copyOf(frame, frame.length + order().length);
            System.arraycopy(order(), 0, cell, frame.length, order().length);
            assertThat(schema(SchemaFraming.CONFLUENT).reader().read(cell))
                    .isEqualTo(schema(SchemaFraming.NONE).reader().read(order()));
        }
    }

    @Test
    void otherBytesAreRefusedOrReadAndNothingElse() throws Exception {
        SchemaReader reader = schema(SchemaFraming.NONE).reader();
        int refused = 0;
        for (long seed = 0; seed < 10_000; seed++) {
            byte[] bytes = new byte[1 + new Random(seed).nextInt(20)];
            new Random(~seed).nextBytes(bytes);
            try {
                Object unused = reader.read(bytes);
            } catch (UnreadableCellException e) {
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(5_000);
    }

    @Test
    void descriptorsThatLackSomethingAreRefusedWithWhatItIs() {
        assertThatThrownBy(() -> CellSchema.protobuf(
                        Descriptors.withoutImports(), MESSAGE, SchemaFraming.NONE, Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("google/protobuf/timestamp.proto")
                .hasMessageContaining("--include_imports");
        assertThatThrownBy(() ->
                        CellSchema.protobuf(Descriptors.complete(), "shop.Oder", SchemaFraming.NONE, Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no message shop.Oder")
                .hasMessageContaining("shop.Order.Item");
        assertThatThrownBy(
                        () -> CellSchema.protobuf(new byte[] {1, 2, 3}, MESSAGE, SchemaFraming.NONE, Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not a set of descriptors");
    }

    @Test
    void theNamesThatAPathMayHaveAreKnown() {
        CellSchema schema = schema(SchemaFraming.NONE);
        assertThat(schema.members(List.of())).contains("customer", "items", "made");
        assertThat(schema.members(List.of(Optional.of("items"), Optional.empty())))
                .containsExactly("name", "price");
        assertThat(schema.members(List.of(Optional.of("labels")))).isEmpty();
        assertThat(schema.members(List.of(Optional.of("made")))).isEmpty();
    }
}
