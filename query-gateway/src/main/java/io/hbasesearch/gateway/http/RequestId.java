/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import io.javalin.http.Context;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a request is called: the same in its answer, in a problem and in the log, so that what is told to nobody but the log can be
 * found there. A caller's own name for it is kept if it is short and plain. Stateless.
 */
public final class RequestId {
    static final String HEADER = "X-Request-Id";

    private static final String ATTRIBUTE = "hbase-search.request-id";
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_.-]{1,64}");

    private RequestId() {}

    /** Names the request, and its answer. */
    static void give(Context context) {
        @Nullable String own = context.header(HEADER);
        String id = own != null && PLAIN.matcher(own).matches() ? own : made();
        context.attribute(ATTRIBUTE, id);
        context.header(HEADER, id);
    }

    /** Sixteen digits: for finding a line, not for keeping a secret. */
    private static String made() {
        return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    }

    public static String of(Context context) {
        String given = context.attribute(ATTRIBUTE);
        return given == null ? "-" : given;
    }
}
