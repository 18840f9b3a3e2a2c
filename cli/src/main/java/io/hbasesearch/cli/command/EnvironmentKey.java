/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.util.Map;
import java.util.Optional;

/** The API key that the environment holds for calls to a gateway and to other processes. Stateless. */
final class EnvironmentKey {
    private static final String NAME = "HBASE_SEARCH_API_KEY";
    private static final char FIRST_PRINTABLE = '!';
    private static final char LAST_PRINTABLE = '~';

    private EnvironmentKey() {}

    /**
     * Without the space around it: a file with line ends of another system leaves some.
     *
     * @return empty if there is none
     * @throws HBaseSearchException CONFIGURATION_INVALID for what no header can carry, without the value, which Java's own message has
     */
    static Optional<String> of(Map<String, String> environment) {
        Optional<String> key =
                Optional.ofNullable(environment.get(NAME)).map(String::strip).filter(text -> !text.isEmpty());
        if (key.isPresent() && !key.get().chars().allMatch(EnvironmentKey::isPrintable)) {
            throw new HBaseSearchException(
                    ErrorCode.CONFIGURATION_INVALID,
                    NAME + " holds a character that no key can have, such as a line end or a letter outside of ASCII",
                    "Set it to the key alone.",
                    null);
        }
        return key;
    }

    private static boolean isPrintable(int character) {
        return character >= FIRST_PRINTABLE && character <= LAST_PRINTABLE;
    }
}
