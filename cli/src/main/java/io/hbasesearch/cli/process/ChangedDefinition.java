/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.process;

/** Whether an index still is what its definition says. Stateless. */
public final class ChangedDefinition {
    private ChangedDefinition() {}

    /** What whoever reads the index tells: it goes on as it is. */
    static String warning(String index) {
        return "index " + index + " was made by another definition than the one that this process has read, and goes on"
                + " with that: hbase-search reindex " + index + " --rebuild puts the changed one into effect";
    }
}
