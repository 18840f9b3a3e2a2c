/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.schema;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumDescriptorProto;
import com.google.protobuf.DescriptorProtos.EnumValueDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Type;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.DescriptorProtos.MessageOptions;
import com.google.protobuf.DescriptorProtos.OneofDescriptorProto;
import com.google.protobuf.TimestampProto;

/** The descriptors of an order, as protoc would write them of its file. */
public final class Descriptors {
    static final String FILE = "order.proto";

    private Descriptors() {}

    private static FieldDescriptorProto.Builder field(String name, int number, Type type) {
        return FieldDescriptorProto.newBuilder()
                .setName(name)
                .setNumber(number)
                .setType(type)
                .setLabel(Label.LABEL_OPTIONAL);
    }

    private static FieldDescriptorProto.Builder message(String name, int number, String type) {
        return field(name, number, Type.TYPE_MESSAGE).setTypeName(type);
    }

    private static FileDescriptorProto order() {
        DescriptorProto item = DescriptorProto.newBuilder()
                .setName("Item")
                .addField(field("name", 1, Type.TYPE_STRING))
                .addField(field("price", 2, Type.TYPE_DOUBLE))
                .build();
        DescriptorProto entry = DescriptorProto.newBuilder()
                .setName("LabelsEntry")
                .setOptions(MessageOptions.newBuilder().setMapEntry(true))
                .addField(field("key", 1, Type.TYPE_STRING))
                .addField(field("value", 2, Type.TYPE_INT32))
                .build();
        DescriptorProto order = DescriptorProto.newBuilder()
                .setName("Order")
                .addNestedType(item)
                .addNestedType(entry)
                .addEnumType(EnumDescriptorProto.newBuilder()
                        .setName("State")
                        .addValue(EnumValueDescriptorProto.newBuilder()
                                .setName("OPEN")
                                .setNumber(0))
                        .addValue(EnumValueDescriptorProto.newBuilder()
                                .setName("PAID")
                                .setNumber(1)))
                .addField(field("customer", 1, Type.TYPE_STRING))
                .addField(field("count", 2, Type.TYPE_INT32))
                .addField(field("total", 3, Type.TYPE_UINT64))
                .addField(field("weight", 4, Type.TYPE_FLOAT))
                .addField(field("state", 5, Type.TYPE_ENUM).setTypeName(".shop.Order.State"))
                .addField(message("items", 6, ".shop.Order.Item").setLabel(Label.LABEL_REPEATED))
                .addField(message("labels", 7, ".shop.Order.LabelsEntry").setLabel(Label.LABEL_REPEATED))
                .addField(message("made", 8, ".google.protobuf.Timestamp"))
                .addField(field("raw", 9, Type.TYPE_BYTES))
                .addField(field("note", 10, Type.TYPE_STRING)
                        .setProto3Optional(true)
                        .setOneofIndex(0))
                .addOneofDecl(OneofDescriptorProto.newBuilder().setName("_note"))
                .build();
        return FileDescriptorProto.newBuilder()
                .setName(FILE)
                .setPackage("shop")
                .setSyntax("proto3")
                .addDependency("google/protobuf/timestamp.proto")
                .addMessageType(order)
                .build();
    }

    /** With all that it needs. */
    public static byte[] complete() {
        return FileDescriptorSet.newBuilder()
                .addFile(order())
                .addFile(TimestampProto.getDescriptor().toProto())
                .build()
                .toByteArray();
    }

    /** Of a message with one text in it. */
    public static byte[] ofText(String inPackage, String message) {
        FileDescriptorProto file = FileDescriptorProto.newBuilder()
                .setName("text.proto")
                .setPackage(inPackage)
                .setSyntax("proto3")
                .addMessageType(
                        DescriptorProto.newBuilder().setName(message).addField(field("text", 1, Type.TYPE_STRING)))
                .build();
        return FileDescriptorSet.newBuilder().addFile(file).build().toByteArray();
    }

    static byte[] withoutImports() {
        return FileDescriptorSet.newBuilder().addFile(order()).build().toByteArray();
    }
}
