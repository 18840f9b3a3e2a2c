/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hbasesearch.core.yaml.Setting;
import io.hbasesearch.core.yaml.SettingGroup;
import io.hbasesearch.core.yaml.ValueType.Shape;
import java.util.List;

/**
 * JSON Schemas for editors, from the same declarations that the reader of files goes by. What only the reader can judge (bounds,
 * forms, what goes with what) stands in the descriptions. Stateless.
 */
final class JsonSchemas {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private JsonSchemas() {}

    static ObjectNode of(SettingGroup root) {
        ObjectNode schema = JSON.objectNode();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.put("title", root.description());
        schema.setAll(mapping(root));
        return schema;
    }

    private static ObjectNode group(SettingGroup group) {
        ObjectNode schema = JSON.objectNode();
        schema.put("description", group.description());
        if (!group.isRepeated()) {
            schema.setAll(mapping(group));
            return schema;
        }
        schema.set("type", mappingOrNothing());
        schema.set("additionalProperties", mapping(group));
        return schema;
    }

    /** A key without a value is a mapping without entries. */
    private static ArrayNode mappingOrNothing() {
        return JSON.arrayNode().add("object").add("null");
    }

    private static ObjectNode mapping(SettingGroup group) {
        ObjectNode schema = JSON.objectNode();
        schema.set("type", mappingOrNothing());
        ObjectNode properties = schema.putObject("properties");
        ArrayNode required = JSON.arrayNode();
        for (Setting<?> setting : group.settings()) {
            ObjectNode value = value(setting.type().shape());
            value.put("description", description(setting));
            properties.set(setting.key(), value);
            if (setting.isRequired()) {
                required.add(setting.key());
            }
        }
        for (SettingGroup inner : group.groups()) {
            properties.set(inner.key(), group(inner));
        }
        if (!required.isEmpty()) {
            schema.set("required", required);
        }
        schema.put("additionalProperties", false);
        return schema;
    }

    private static String description(Setting<?> setting) {
        String fallback =
                setting.defaultText().map(text -> ". Default: " + text).orElse("");
        return setting.description() + ". Must be " + setting.type().form() + fallback;
    }

    private static ObjectNode value(Shape shape) {
        if (shape instanceof Shape.Single single) {
            return single(single.choices());
        }
        ObjectNode schema = JSON.objectNode();
        if (shape instanceof Shape.Many many) {
            ObjectNode list = JSON.objectNode().put("type", "array");
            list.set("items", value(many.item()));
            schema.putArray("anyOf").add(value(many.item())).add(list);
        } else if (shape instanceof Shape.Named named) {
            schema.set("type", mappingOrNothing());
            schema.set("additionalProperties", value(named.value()));
        } else if (shape instanceof Shape.Anything) {
            schema.set("type", mappingOrNothing());
        } else if (shape instanceof Shape.NameOrGroup either) {
            schema.putArray("anyOf")
                    .add(JSON.objectNode().put("type", "string"))
                    .add(mapping(either.group()));
        }
        return schema;
    }

    /** YAML takes digits and true for more than text; the reader does not. */
    private static ObjectNode single(List<String> choices) {
        ObjectNode any = JSON.objectNode();
        any.putArray("type").add("string").add("number").add("boolean");
        if (choices.isEmpty()) {
            return any;
        }
        ObjectNode listed = JSON.objectNode();
        ArrayNode values = listed.putArray("enum");
        choices.forEach(values::add);
        if (choices.contains("true")) {
            values.add(true).add(false);
        }
        ObjectNode schema = JSON.objectNode();
        // An environment variable may stand for any of them.
        schema.putArray("anyOf")
                .add(listed)
                .add(JSON.objectNode().put("type", "string").put("pattern", "\\$\\{"));
        return schema;
    }
}
