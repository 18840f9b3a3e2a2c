/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication.settings;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Reports that a peer's configuration is invalid, with all of its problems. Contains no secret. */
public final class InvalidSinkConfigException extends Exception {
    private static final long serialVersionUID = 1L;

    private final ArrayList<String> problems;

    public InvalidSinkConfigException(List<String> problems) {
        super("the peer's configuration has " + problems.size() + (problems.size() == 1 ? " problem: " : " problems: ")
                + String.join("; ", problems));
        this.problems = new ArrayList<>(problems);
    }

    /** Returns one sentence per problem, each beginning with the key. */
    public List<String> problems() {
        return Collections.unmodifiableList(problems);
    }
}
