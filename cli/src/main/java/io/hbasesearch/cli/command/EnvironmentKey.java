/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.util.Map;
import java.util.Optional;

/** Reads the API key for calls to a gateway and to other processes from the environment. Stateless. */
public final class EnvironmentKey {
    private static final String NAME = "HBASE_SEARCH_API_KEY";
    private static final char FIRST_PRINTABLE = '!';
    private static final char LAST_PRINTABLE = '~';

    private EnvironmentKey() {}

    /**
     * Returns the key without surrounding whitespace: a file with another system's line ends leaves some.
     *
     * @return empty if there is none
     * @throws HBaseSearchException CONFIGURATION_INVALID for a value that a header cannot carry; unlike Java's own message, it
     *     omits the value
     */
    public static Optional<String> of(Map<String, String> environment) {
        Optional<String> key =
                Optional.ofNullable(environment.get(NAME)).map(String::strip).filter(text -> !text.isEmpty());
        if (key.isPresent() && !key.get().chars().allMatch(EnvironmentKey::isPrintable)) {
            throw new HBaseSearchException(
                    ErrorCode.CONFIGURATION_INVALID,
                    NAME
                            + " contains a character that is not allowed in a key, such as a line end or a non-ASCII letter",
                    "Set it to the key alone.",
                    null);
        }
        return key;
    }

    private static boolean isPrintable(int character) {
        return character >= FIRST_PRINTABLE && character <= LAST_PRINTABLE;
    }
}
