/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.core.error.Suggestion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One object of a query tree, which knows where it stands.
 *
 * @param pointer to it
 */
record TreeObject(JsonNode node, String pointer) {
    private static final int MAX_SHOWN = 40;
    private static final int MAX_NAME = 1_000;

    /** @param pointer to the element */
    record Element(JsonNode node, String pointer) {}

    record Value(String text, Place place) {}

    /** @throws QuerySyntaxException if this is no object */
    static TreeObject of(@Nullable JsonNode node, String pointer) {
        if (node == null || !node.isObject()) {
            throw Place.pointer(pointer).error("there must be an object here, not " + describe(node), null);
        }
        return new TreeObject(node, pointer);
    }

    /** The name of the only member. */
    String onlyName(List<String> known) {
        Iterator<String> names = node.fieldNames();
        if (!names.hasNext()) {
            throw place("").error("the query is empty", "name its kind: " + String.join(", ", known));
        }
        String name = names.next();
        requireKnown(name, known);
        if (names.hasNext()) {
            throw place("")
                    .error(
                            "a query has one kind, and here are " + name + " and " + shown(names.next()),
                            "put several queries into the lists of bool");
        }
        return name;
    }

    void requireNames(List<String> known) {
        node.fieldNames().forEachRemaining(name -> requireKnown(name, known));
    }

    private void requireKnown(String name, Collection<String> known) {
        if (!known.contains(name)) {
            String nearest = Suggestion.nearest(shown(name), known)
                    .map(found -> "; did you mean " + found + "?")
                    .orElse("");
            throw place(name)
                    .error(
                            shown(name) + " is not known here" + nearest,
                            known.isEmpty() ? "leave it out" : "there are " + String.join(", ", known));
        }
    }

    boolean has(String name) {
        return node.has(name);
    }

    String pointer(String name) {
        return pointer + "/" + shown(name).replace("~", "~0").replace("/", "~1");
    }

    /** Of a member, or of this object if the name is empty or the member is missing. */
    Place place(String name) {
        return Place.pointer(has(name) ? pointer(name) : pointer);
    }

    private JsonNode require(String name) {
        JsonNode member = node.get(name);
        if (member == null) {
            throw place("").error(name + " is missing", null);
        }
        return member;
    }

    /** The name of a field. */
    String name(String name) {
        String field = text(name, MAX_NAME);
        if (field.isEmpty()) {
            throw place(name).error("the name of a field is not empty", null);
        }
        return field;
    }

    String text(String name, int longest) {
        JsonNode member = require(name);
        if (!member.isTextual()) {
            throw place(name).error(name + " must be a string, not " + describe(member), null);
        }
        return bounded(member.textValue(), longest, place(name));
    }

    /** A string, number or boolean. */
    String value(String name) {
        return scalar(require(name), place(name)).text();
    }

    private static Value scalar(JsonNode node, Place place) {
        if (!node.isTextual() && !node.isNumber() && !node.isBoolean()) {
            throw place.error("there must be a string, a number or a boolean here, not " + describe(node), null);
        }
        return new Value(bounded(node.asText(), QueryTree.MAX_TEXT, place), place);
    }

    private static String bounded(String text, int longest, Place place) {
        if (text.length() > longest) {
            throw place.error("the text has " + text.length() + " characters; at most " + longest + " are allowed", null);
        }
        return text;
    }

    /** At least one. */
    List<Value> values(String name) {
        require(name);
        List<Value> values = new ArrayList<>();
        for (Element element : elements(name)) {
            values.add(scalar(element.node(), Place.pointer(element.pointer())));
        }
        if (values.isEmpty()) {
            throw place(name).error("the list is empty", null);
        }
        return values;
    }

    int integer(String name, int otherwise) {
        JsonNode member = node.get(name);
        if (member == null) {
            return otherwise;
        }
        if (!member.isIntegralNumber() || !member.canConvertToInt() || member.intValue() < 0) {
            throw place(name).error(name + " must be a whole number from 0", null);
        }
        return member.intValue();
    }

    String choice(String name, Set<String> choices, String otherwise) {
        if (!has(name)) {
            return otherwise;
        }
        String chosen = text(name, MAX_NAME);
        if (!choices.contains(chosen)) {
            throw place(name).error(name + " must be one of " + new TreeSet<>(choices), null);
        }
        return chosen;
    }

    /** Of a list, or the one object that stands for it; none if it is missing. */
    List<Element> elements(String name) {
        JsonNode member = node.get(name);
        if (member == null) {
            return List.of();
        }
        if (member.isObject()) {
            return List.of(new Element(member, pointer(name)));
        }
        if (!member.isArray()) {
            throw place(name).error(name + " must be a list, not " + describe(member), null);
        }
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < member.size(); i++) {
            elements.add(new Element(member.get(i), pointer(name) + "/" + i));
        }
        return elements;
    }

    private static String shown(String name) {
        return name.length() > MAX_SHOWN ? name.substring(0, MAX_SHOWN) + "..." : name;
    }

    private static String describe(@Nullable JsonNode node) {
        if (node == null) {
            return "nothing";
        }
        return switch (node.getNodeType()) {
            case ARRAY -> "a list";
            case BINARY, STRING -> "a string";
            case BOOLEAN -> "a boolean";
            case NULL -> "null";
            case NUMBER -> "a number";
            case OBJECT, POJO -> "an object";
            case MISSING -> "nothing";
        };
    }
}
