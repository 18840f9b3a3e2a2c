/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

/** The engine that does the work of a run. Each can continue a run that another has started. */
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

    /** Returns the command-line options of this engine, each preceded by a space. */
    public String options() {
        return options;
    }
}
