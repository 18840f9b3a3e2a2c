/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Checks values against the part of JSON Schema that our OpenAPI document uses; a keyword that it does not know is a problem too. */
public final class SchemaCheck {
    private static final List<String> KNOWN = List.of(
            "$ref", "type", "description", "required", "properties", "additionalProperties", "items", "enum", "oneOf");

    private final JsonNode document;

    public SchemaCheck(JsonNode document) {
        this.document = document;
    }

    /** What is wrong with a value, with the place; nothing if it fits. */
    public List<String> problems(JsonNode schema, JsonNode value) {
        List<String> problems = new ArrayList<>();
        check(schema, value, "", problems);
        return problems;
    }

    private void check(JsonNode schema, JsonNode value, String at, List<String> problems) {
        if (schema.has("$ref")) {
            check(document.at(schema.get("$ref").asText().substring(1)), value, at, problems);
            return;
        }
        schema.fieldNames().forEachRemaining(keyword -> {
            if (!KNOWN.contains(keyword)) {
                problems.add(at + ": the check does not know " + keyword);
            }
        });
        String type = schema.path("type").asText();
        if (!isOfType(type, value)) {
            problems.add(at + " is no " + type + ": " + value);
            return;
        }
        if (schema.has("oneOf") && matches(schema.get("oneOf"), value) != 1) {
            problems.add(at + " is not one of " + schema.get("oneOf") + ": " + value);
        }
        if (schema.has("enum") && !contains(schema.get("enum"), value)) {
            problems.add(at + " is none of " + schema.get("enum") + ": " + value);
        }
        if (type.equals("array")) {
            for (int i = 0; i < value.size(); i++) {
                check(schema.get("items"), value.get(i), at + "/" + i, problems);
            }
        } else if (type.equals("object")) {
            checkObject(schema, value, at, problems);
        }
    }

    private long matches(JsonNode schemas, JsonNode value) {
        long matches = 0;
        for (JsonNode each : schemas) {
            matches += problems(each, value).isEmpty() ? 1 : 0;
        }
        return matches;
    }

    private void checkObject(JsonNode schema, JsonNode value, String at, List<String> problems) {
        schema.path("required").forEach(name -> {
            if (!value.has(name.asText())) {
                problems.add(at + " lacks " + name.asText());
            }
        });
        JsonNode others = schema.path("additionalProperties");
        value.fields().forEachRemaining(property -> {
            String place = at + "/" + property.getKey();
            JsonNode own = schema.path("properties").path(property.getKey());
            if (!own.isMissingNode()) {
                check(own, property.getValue(), place, problems);
            } else if (others.isObject()) {
                check(others, property.getValue(), place, problems);
            } else if (!others.asBoolean(true)) {
                problems.add(place + " is not described");
            }
        });
    }

    private static boolean contains(JsonNode values, JsonNode value) {
        for (JsonNode each : values) {
            if (each.equals(value)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOfType(String type, JsonNode value) {
        return switch (type) {
            case "string" -> value.isTextual();
            case "integer" -> value.isIntegralNumber();
            case "number" -> value.isNumber();
            case "boolean" -> value.isBoolean();
            case "array" -> value.isArray();
            case "object" -> value.isObject();
            default -> true;
        };
    }
}
