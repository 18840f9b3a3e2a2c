/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.mcp;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An argument that a tool takes.
 *
 * @param description for the agent, which reads nothing else of the argument
 */
record Argument(String name, Type type, boolean required, String description) {
    enum Type {
        TEXT,
        NUMBER,
        TEXTS
    }

    /** Creates a text that every call must have. */
    static Argument required(String name, String description) {
        return new Argument(name, Type.TEXT, true, description);
    }

    static Argument text(String name, String description) {
        return new Argument(name, Type.TEXT, false, description);
    }

    static Argument number(String name, String description) {
        return new Argument(name, Type.NUMBER, false, description);
    }

    static Argument texts(String name, String description) {
        return new Argument(name, Type.TEXTS, false, description);
    }

    /** Returns the JSON Schema of an object with these members. */
    static Map<String, Object> schema(List<Argument> arguments) {
        Map<String, Object> properties = new LinkedHashMap<>();
        arguments.forEach(argument -> properties.put(argument.name, argument.schema()));
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("properties", properties);
        schema.put(
                "required",
                arguments.stream()
                        .filter(Argument::required)
                        .map(Argument::name)
                        .toList());
        schema.put("additionalProperties", false);
        return schema;
    }

    private Map<String, Object> schema() {
        Map<String, Object> schema = new LinkedHashMap<>();
        switch (type) {
            case TEXT -> schema.put("type", "string");
            case NUMBER -> {
                schema.put("type", "integer");
                schema.put("minimum", 0);
            }
            case TEXTS -> {
                schema.put("type", "array");
                schema.put("items", Map.of("type", "string"));
            }
        }
        schema.put("description", description);
        return schema;
    }
}
