/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.process;

/** Whether an index still is what its definition says. Stateless. */
public final class ChangedDefinition {
    private ChangedDefinition() {}

    /** What whoever reads the index tells: it goes on as it is. */
    static String warning(String index) {
        return "the definition of index " + index
                + " has changed, and the index goes on with the one that it was made by:" + " hbase-search reindex "
                + index + " --rebuild puts it into effect";
    }
}
