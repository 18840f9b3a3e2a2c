/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

/** What does the work of a run. Any of them goes on with a run that another has begun. */
public enum Engine {
    /** Threads of one process. */
    DIRECT(""),
    /** A MapReduce job that reads the table. */
    MAPREDUCE(" --engine=mapreduce"),
    /** A MapReduce job that reads a snapshot. */
    SNAPSHOT(" --engine=mapreduce --snapshot");

    private final String options;

    Engine(String options) {
        this.options = options;
    }

    /** Of the command, each behind a blank. */
    public String options() {
        return options;
    }
}
