/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.profile;

import java.util.regex.Pattern;

/** Threads of one kind have one name but for their numbers, addresses and ids. Stateless. */
final class ThreadGroups {
    // A host and a port, a number in hexadecimal, or any number.
    private static final Pattern VARYING =
            Pattern.compile("(?<=[/;])[\\w.-]+:\\d+|0x[0-9a-f]+|\\b(?=[0-9a-f]*\\d)[0-9a-f]{6,}\\b|\\d+([.,:_-]\\d+)*");

    private ThreadGroups() {}

    static String of(String thread) {
        return VARYING.matcher(thread).replaceAll("*");
    }
}
