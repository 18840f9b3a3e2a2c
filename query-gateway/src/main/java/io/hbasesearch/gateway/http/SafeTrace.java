/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Describes an unexpected failure for the log: where it came from, without messages, which may quote a row's values. Stateless. */
public final class SafeTrace {
    private static final int MAX_CAUSES = 5;
    private static final int MAX_FRAMES = 20;

    private SafeTrace() {}

    /** Returns the types of the failure and of its causes, each with its stack frames, on several lines. */
    public static String of(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .limit(MAX_CAUSES)
                .map(SafeTrace::one)
                .collect(Collectors.joining("\ncaused by "));
    }

    private static String one(Throwable failure) {
        return Arrays.stream(failure.getStackTrace())
                .limit(MAX_FRAMES)
                .map(frame -> "\n    at " + frame)
                .collect(Collectors.joining("", failure.getClass().getName(), ""));
    }
}
