/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.schema;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads descriptors of Protocol Buffers and the cells that they describe. Stateless. */
final class ProtobufSchemas {
    private ProtobufSchemas() {}

    /** Returns only the files that the message needs, without comments, in the order of their names. */
    static String canonical(byte[] descriptors, String message) {
        Map<String, FileDescriptorProto> files = files(descriptors);
        Descriptor found = message(files, message);
        Map<String, FileDescriptorProto> needed = new TreeMap<>();
        addNeeded(found.getFile(), needed);
        FileDescriptorSet.Builder set = FileDescriptorSet.newBuilder();
        needed.values().forEach(set::addFile);
        return Base64.getEncoder().encodeToString(set.build().toByteArray());
    }

    private static void addNeeded(FileDescriptor file, Map<String, FileDescriptorProto> needed) {
        FileDescriptorProto bare =
                file.toProto().toBuilder().clearSourceCodeInfo().build();
        if (needed.putIfAbsent(file.getName(), bare) == null) {
            file.getDependencies().forEach(dependency -> addNeeded(dependency, needed));
        }
    }

    private static Map<String, FileDescriptorProto> files(byte[] descriptors) {
        Map<String, FileDescriptorProto> files = new LinkedHashMap<>();
        try {
            FileDescriptorSet.parseFrom(descriptors).getFileList().forEach(file -> files.put(file.getName(), file));
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalArgumentException(
                    "is not a set of descriptors as protoc --descriptor_set_out writes it", e);
        }
        if (files.isEmpty()) {
            throw new IllegalArgumentException("has no descriptor in it");
        }
        return files;
    }

    private static Descriptor message(Map<String, FileDescriptorProto> files, String name) {
        Map<String, FileDescriptor> built = new LinkedHashMap<>();
        Map<String, Descriptor> messages = new TreeMap<>();
        for (String file : files.keySet()) {
            build(file, files, built, new TreeSet<>()).getMessageTypes().forEach(top -> add(top, messages));
        }
        Descriptor found = messages.get(name);
        if (found == null) {
            throw new IllegalArgumentException(
                    "has no message " + name + "; it has " + String.join(", ", messages.keySet()));
        }
        return found;
    }

    private static void add(Descriptor message, Map<String, Descriptor> messages) {
        messages.put(message.getFullName(), message);
        message.getNestedTypes().forEach(inner -> add(inner, messages));
    }

    private static FileDescriptor build(
            String name, Map<String, FileDescriptorProto> files, Map<String, FileDescriptor> built, Set<String> outer) {
        FileDescriptor known = built.get(name);
        if (known != null) {
            return known;
        }
        FileDescriptorProto file = files.get(name);
        if (file == null) {
            throw new IllegalArgumentException(
                    "lacks " + name + ", which is imported: let protoc write it with --include_imports");
        }
        if (!outer.add(name)) {
            throw new IllegalArgumentException("has a file that imports itself, " + name);
        }
        List<FileDescriptor> dependencies = new ArrayList<>();
        for (String dependency : file.getDependencyList()) {
            dependencies.add(build(dependency, files, built, outer));
        }
        outer.remove(name);
        try {
            FileDescriptor descriptor = FileDescriptor.buildFrom(file, dependencies.toArray(FileDescriptor[]::new));
            built.put(name, descriptor);
            return descriptor;
        } catch (DescriptorValidationException e) {
            throw new IllegalArgumentException("is not consistent: " + e.getMessage(), e);
        }
    }

    private static Descriptor message(String text, String name) {
        return message(files(Base64.getDecoder().decode(text)), name);
    }

    static SchemaReader reader(CellSchema schema) {
        Descriptor message = message(schema.text(), schema.message());
        return cell -> {
            ByteBuffer payload = Frames.payload(cell, schema, OptionalLong.empty());
            try {
                CodedInputStream in = CodedInputStream.newInstance(payload);
                DynamicMessage read = DynamicMessage.parseFrom(message, in);
                return ProtobufCell.object(read);
            } catch (IOException e) {
                throw new UnreadableCellException(
                        "is not a message " + schema.message()); // the cause might quote the value
            }
        };
    }

    static List<String> members(String text, String name, List<Optional<String>> names) {
        Descriptor at = message(text, name);
        boolean inList = false;
        for (Optional<String> step : names) {
            if (inList && step.isEmpty()) {
                inList = false;
                continue;
            }
            FieldDescriptor field =
                    inList ? null : step.map(at::findFieldByName).orElse(null);
            if (field == null || field.isMapField() || field.getJavaType() != FieldDescriptor.JavaType.MESSAGE) {
                return List.of();
            }
            inList = field.isRepeated();
            at = field.getMessageType();
        }
        boolean isFixed = !inList && !ProtobufCell.isMoment(at);
        return isFixed ? at.getFields().stream().map(FieldDescriptor::getName).toList() : List.of();
    }
}
