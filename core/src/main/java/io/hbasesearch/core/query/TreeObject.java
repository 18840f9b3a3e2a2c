/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import io.hbasesearch.core.error.Suggestion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One object of a query tree, with its position.
 *
 * @param pointer to it
 */
record TreeObject(Map<?, ?> node, String pointer) {
    private static final int MAX_SHOWN = 40;
    private static final int MAX_NAME = 1_000;
    private static final Pattern WHOLE = Pattern.compile("[0-9]{1,9}");

    /** @param pointer to the element */
    record Element(@Nullable Object node, String pointer) {}

    record Value(String text, SourcePosition place) {}

    /** @throws QuerySyntaxException if this is not an object */
    static TreeObject of(@Nullable Object node, String pointer) {
        if (node instanceof Map<?, ?> object) {
            return new TreeObject(object, pointer);
        }
        throw SourcePosition.pointer(pointer).error("expected an object, not " + describe(node), null);
    }

    @Nullable
    Object member(String name) {
        return node.get(name);
    }

    /** The name of the only member. */
    String onlyName(List<String> known) {
        Iterator<String> names = names().iterator();
        if (!names.hasNext()) {
            throw place("").error("the query is empty", "name its kind: " + String.join(", ", known));
        }
        String name = names.next();
        requireKnown(name, known);
        if (names.hasNext()) {
            throw place("")
                    .error(
                            "a query has one kind, but this one has " + name + " and " + shown(names.next()),
                            "put several queries into the lists of bool");
        }
        return name;
    }

    void requireNames(List<String> known) {
        names().forEach(name -> requireKnown(name, known));
    }

    private List<String> names() {
        return node.keySet().stream().map(String::valueOf).toList();
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
        return node.containsKey(name);
    }

    String pointer(String name) {
        return pointer + "/" + shown(name).replace("~", "~0").replace("/", "~1");
    }

    /** The position of a member, or of this object if the name is empty or the member is missing. */
    SourcePosition place(String name) {
        return SourcePosition.pointer(has(name) ? pointer(name) : pointer);
    }

    private @Nullable Object require(String name) {
        if (!has(name)) {
            throw place("").error(name + " is missing", null);
        }
        return node.get(name);
    }

    /** The name of a field. */
    String name(String name) {
        String field = text(name, MAX_NAME);
        if (field.isEmpty()) {
            throw place(name).error("the name of a field must not be empty", null);
        }
        return field;
    }

    String text(String name, int longest) {
        Object member = require(name);
        if (member instanceof String text) {
            return bounded(text, longest, place(name));
        }
        throw place(name).error(name + " must be a string, not " + describe(member), null);
    }

    /** A string, number or boolean. */
    String value(String name) {
        return scalar(require(name), place(name)).text();
    }

    private static Value scalar(@Nullable Object node, SourcePosition place) {
        if (node instanceof String || node instanceof Number || node instanceof Boolean) {
            return new Value(bounded(node.toString(), QueryTree.MAX_TEXT, place), place);
        }
        throw place.error("expected a string, a number or a boolean, not " + describe(node), null);
    }

    private static String bounded(String text, int longest, SourcePosition place) {
        if (text.length() > longest) {
            throw place.error(
                    "the text has " + text.length() + " characters; at most " + longest + " are allowed", null);
        }
        return text;
    }

    /** Returns the values of a list, at least one. */
    List<Value> values(String name) {
        require(name);
        List<Value> values = new ArrayList<>();
        for (Element element : elements(name)) {
            values.add(scalar(element.node(), SourcePosition.pointer(element.pointer())));
        }
        if (values.isEmpty()) {
            throw place(name).error("the list is empty", null);
        }
        return values;
    }

    int integer(String name, int otherwise) {
        if (!has(name)) {
            return otherwise;
        }
        Object member = node.get(name);
        if ((member instanceof Integer || member instanceof Long)
                && WHOLE.matcher(member.toString()).matches()) {
            return Integer.parseInt(member.toString());
        }
        throw place(name).error(name + " must be a whole number from 0 to 999999999", null);
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

    /** Returns the elements of a list, or a single object as a list of one; empty if the member is missing. */
    List<Element> elements(String name) {
        if (!has(name)) {
            return List.of();
        }
        Object member = node.get(name);
        if (member instanceof Map<?, ?>) {
            return List.of(new Element(member, pointer(name)));
        }
        if (!(member instanceof List<?> list)) {
            throw place(name).error(name + " must be a list, not " + describe(member), null);
        }
        List<Element> elements = new ArrayList<>();
        for (Object element : list) {
            elements.add(new Element(element, pointer(name) + "/" + elements.size()));
        }
        return elements;
    }

    private static String shown(String name) {
        return name.length() > MAX_SHOWN ? name.substring(0, MAX_SHOWN) + "..." : name;
    }

    private static String describe(@Nullable Object node) {
        if (node instanceof Map<?, ?>) {
            return "an object";
        } else if (node instanceof List<?>) {
            return "a list";
        } else if (node instanceof String) {
            return "a string";
        } else if (node instanceof Number) {
            return "a number";
        }
        return node instanceof Boolean ? "a boolean" : "null";
    }
}
