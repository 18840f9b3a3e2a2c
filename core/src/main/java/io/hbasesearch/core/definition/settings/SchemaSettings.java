/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition.settings;

import io.hbasesearch.core.schema.SchemaFraming;
import io.hbasesearch.core.yaml.Setting;
import io.hbasesearch.core.yaml.SettingGroup;
import io.hbasesearch.core.yaml.ValueType;
import java.util.LinkedHashMap;
import java.util.Map;

/** The keys of the schemas that a definition names. */
public final class SchemaSettings {
    public static final Setting<String> AVRO = Setting.optional(
            "avro",
            ValueType.text(),
            "Avro schema: path of a file, relative to this file's directory, or the schema itself in JSON");
    public static final Setting<String> PROTOBUF = Setting.optional(
            "protobuf",
            ValueType.text(),
            "compiled Protocol Buffers descriptor set: path of a file, relative to this file's directory, or base64:"
                    + " followed by its content");
    public static final Setting<String> MESSAGE =
            Setting.optional("message", ValueType.text(), "with protobuf: full name of the cell's message type");
    public static final Setting<SchemaFraming> FRAMING = Setting.withDefault(
            "framing",
            ValueType.oneOf(framings()),
            "none",
            "header before the bytes that the schema describes: none, the 5 or more bytes of Confluent's"
                    + " serializers, or the 10 bytes of Avro's single objects");
    public static final Setting<Integer> SCHEMA_ID = Setting.optional(
            "schemaId",
            ValueType.integer(0, Integer.MAX_VALUE, ""),
            "with framing confluent: schema id that every cell must have; if absent, any id");
    public static final SettingGroup SCHEMAS =
            SettingGroup.ofEach("schemas", "schemas of cells, by name", AVRO, PROTOBUF, MESSAGE, FRAMING, SCHEMA_ID);

    private SchemaSettings() {}

    private static Map<String, SchemaFraming> framings() {
        Map<String, SchemaFraming> names = new LinkedHashMap<>();
        names.put("none", SchemaFraming.NONE);
        names.put("confluent", SchemaFraming.CONFLUENT);
        names.put("singleObject", SchemaFraming.SINGLE_OBJECT);
        return names;
    }
}
