/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

/** Describes exceptions with their causes. */
final class Causes {
    private static final int DEEPEST = 8;

    private Causes() {}

    /** Returns the text of the exception and of its causes, because Kafka wraps them; without stack traces. */
    static String describe(Throwable t) {
        StringBuilder text = new StringBuilder(String.valueOf(t));
        Throwable cause = t.getCause();
        for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
            text.append(", caused by ").append(cause);
            cause = cause.getCause();
        }
        return text.toString();
    }

    /** Tells whether a class is missing or incompatible, anywhere in the chain of causes. */
    static boolean hasLinkageError(Throwable t) {
        Throwable current = t;
        for (int depth = 0; current != null && depth < DEEPEST; depth++) {
            if (current instanceof LinkageError || current instanceof ClassNotFoundException) {
                return true;
            }
            current = current.getCause();
        }
        return false;
    }
}
