/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One fault of a request.
 *
 * @param hint the next step; null if the detail is sufficient
 * @param pointer location in the JSON body, as a JSON Pointer fragment such as {@code #/size}
 * @param parameter the name of the query or path parameter
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Fault(String detail, @Nullable String hint, @Nullable String pointer, @Nullable String parameter) {
    public Fault {
        Objects.requireNonNull(detail, "detail");
    }

    public static Fault inBody(String name, String detail, @Nullable String hint) {
        return at(name.isEmpty() ? "" : "/" + escape(name), detail, hint);
    }

    /** @param pointer JSON Pointer into the body */
    public static Fault at(String pointer, String detail, @Nullable String hint) {
        return new Fault(detail, hint, "#" + pointer, null);
    }

    /** Escapes a name for a JSON Pointer. */
    public static String escape(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }

    public static Fault inParameter(String name, String detail, @Nullable String hint) {
        return new Fault(detail, hint, null, name);
    }
}
