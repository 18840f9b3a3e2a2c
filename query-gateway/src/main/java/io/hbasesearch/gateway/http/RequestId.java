/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import io.javalin.http.Context;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Identifies a request by one id in its answer, in a problem and in the log. Details that only the log has can therefore be found there.
 * Keeps the caller's own id if it is short and has plain characters only. Stateless.
 */
public final class RequestId {
    static final String HEADER = "X-Request-Id";

    private static final String ATTRIBUTE = "hbase-search.request-id";
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_.-]{1,64}");

    private RequestId() {}

    /** Sets the id of the request and of its answer. */
    static void give(Context context) {
        @Nullable String own = context.header(HEADER);
        String id = own != null && PLAIN.matcher(own).matches() ? own : made();
        context.attribute(ATTRIBUTE, id);
        context.header(HEADER, id);
    }

    /** Generates sixteen digits, which suffice to find a log line; the id is not a secret. */
    private static String made() {
        return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    }

    public static String of(Context context) {
        String given = context.attribute(ATTRIBUTE);
        return given == null ? "-" : given;
    }
}
