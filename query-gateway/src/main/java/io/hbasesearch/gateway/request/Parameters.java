/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.gateway.http.Fault;
import io.hbasesearch.gateway.http.Json;
import io.hbasesearch.gateway.http.ProblemDocument;
import io.hbasesearch.gateway.http.ProblemException;
import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads a request's parameters, by the same names from the URL or from a JSON body. Collects every fault; {@link #finish()} throws them all
 * at once. For one thread.
 */
public final class Parameters {
    private final JsonNode values;
    private final boolean fromBody;
    private final List<Fault> faults = new ArrayList<>();

    private Parameters(JsonNode values, boolean fromBody, List<String> known, Predicate<String> open) {
        this.values = values;
        this.fromBody = fromBody;
        values.fieldNames().forEachRemaining(name -> {
            if (!known.contains(name) && !open.test(name)) {
                fault(name, "unknown parameter '" + name + "'", NameHints.hint(name, known));
            }
        });
    }

    public static Parameters ofUrl(Context context, List<String> known) {
        return ofUrl(context, known, name -> false);
    }

    /** @param open tests whether a further name is known */
    public static Parameters ofUrl(Context context, List<String> known, Predicate<String> open) {
        ObjectNode values = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, List<String>> parameter : context.queryParamMap().entrySet()) {
            if (parameter.getValue().size() == 1) {
                values.put(parameter.getKey(), parameter.getValue().get(0));
            } else {
                parameter.getValue().forEach(values.withArray("/" + Fault.escape(parameter.getKey()))::add);
            }
        }
        return new Parameters(values, false, known, open);
    }

    /** @throws ProblemException if the body is not a JSON object, or the URL has parameters too */
    public static Parameters ofBody(Context context, List<String> known) {
        if (!context.queryParamMap().isEmpty()) {
            String name = context.queryParamMap().keySet().iterator().next();
            throw new ProblemException(ProblemDocument.badRequest(
                    ErrorCode.USAGE,
                    List.of(Fault.inParameter(
                            name, "a POST takes its parameters from the body", "Move '" + name + "' into the body."))));
        }
        return new Parameters(Json.readObject(context), true, known, name -> false);
    }

    /** Returns the names of all given parameters that begin with this prefix. */
    public List<String> names(String prefix) {
        List<String> names = new ArrayList<>();
        values.fieldNames().forEachRemaining(name -> {
            if (name.startsWith(prefix)) {
                names.add(name);
            }
        });
        return names;
    }

    public Optional<String> text(String name, int maxLength) {
        JsonNode value = values.path(name);
        if (value.isMissingNode()) {
            return Optional.empty();
        }
        if (!value.isTextual()) {
            fault(name, "'" + name + "' must be one string", null);
            return Optional.empty();
        }
        return Optional.of(value.textValue()).filter(text -> isShort(name, text, maxLength));
    }

    /** Reads one string or a list of strings. */
    List<String> texts(String name, int maxCount, int maxLength) {
        JsonNode value = values.path(name);
        List<String> texts = new ArrayList<>();
        for (JsonNode each : value.isArray() ? value : List.of(value)) {
            if (each.isMissingNode()) {
                continue;
            }
            if (!each.isTextual()) {
                fault(name, "'" + name + "' must be a string or a list of strings", null);
            } else if (isShort(name, each.textValue(), maxLength)) {
                texts.add(each.textValue());
            }
        }
        if (texts.size() > maxCount) {
            fault(name, "'" + name + "' has " + texts.size() + " values, at most " + maxCount + " are allowed", null);
        }
        return texts;
    }

    /** Reads a query: a string or, in a body, a tree. */
    Optional<QueryInput> query(String name, int maxLength) {
        JsonNode value = values.path(name);
        if (!fromBody || !value.isObject()) {
            return text(name, maxLength).map(text -> new QueryInput(name, pointerTo(name), value, false));
        }
        return Optional.of(new QueryInput(name, pointerTo(name), value, false));
    }

    /** Reads one filter query or a list, each as in {@link #query}. */
    List<QueryInput> filters(String name, int maxCount, int maxLength) {
        JsonNode value = values.path(name);
        List<QueryInput> queries = new ArrayList<>();
        if (value.isMissingNode()) {
            return queries;
        }
        for (JsonNode each : value.isArray() ? value : List.of(value)) {
            boolean isTree = fromBody && each.isObject();
            if (!isTree && !each.isTextual()) {
                fault(name, "'" + name + "' must be a query or a list of queries", null);
            } else if (isTree || isShort(name, each.textValue(), maxLength)) {
                String place = value.isArray() ? "/" + queries.size() : "";
                queries.add(new QueryInput(name, fromBody ? pointerTo(name) + place : "", each, true));
            }
        }
        if (queries.size() > maxCount) {
            fault(name, "'" + name + "' has " + queries.size() + " values, at most " + maxCount + " are allowed", null);
        }
        return queries;
    }

    private String pointerTo(String name) {
        return fromBody ? "/" + Fault.escape(name) : "";
    }

    /** Returns a JSON object; a missing node if the parameter is absent. */
    JsonNode object(String name) {
        JsonNode value = values.path(name);
        if (value.isMissingNode() || value.isObject()) {
            return value;
        }
        fault(name, "'" + name + "' must be an object", null);
        return MissingNode.getInstance();
    }

    boolean isFromBody() {
        return fromBody;
    }

    OptionalInt integer(String name, int min, int max) {
        JsonNode value = values.path(name);
        if (value.isMissingNode()) {
            return OptionalInt.empty();
        }
        String text = fromBody && !value.isIntegralNumber() ? "" : value.asText();
        try {
            int number = Integer.parseInt(text);
            if (number >= min && number <= max) {
                return OptionalInt.of(number);
            }
        } catch (NumberFormatException e) {
            // Falls through: the fault below names the allowed values.
        }
        fault(name, "'" + name + "' must be a whole number from " + min + " to " + max, null);
        return OptionalInt.empty();
    }

    Optional<Boolean> bool(String name) {
        JsonNode value = values.path(name);
        if (value.isMissingNode()) {
            return Optional.empty();
        }
        String text = fromBody && !value.isBoolean() ? "" : value.asText();
        if (text.equals("true") || text.equals("false")) {
            return Optional.of(text.equals("true"));
        }
        fault(name, "'" + name + "' must be true or false", null);
        return Optional.empty();
    }

    private boolean isShort(String name, String text, int maxLength) {
        if (text.length() <= maxLength) {
            return true;
        }
        fault(name, "'" + name + "' has " + text.length() + " characters, at most " + maxLength + " are allowed", null);
        return false;
    }

    void fault(String name, String detail, @Nullable String hint) {
        faults.add(fromBody ? Fault.inBody(name, detail, hint) : Fault.inParameter(name, detail, hint));
    }

    /** @throws ProblemException 400 with every fault found so far */
    public void finish() {
        if (!faults.isEmpty()) {
            throw new ProblemException(ProblemDocument.badRequest(ErrorCode.USAGE, faults));
        }
    }
}
