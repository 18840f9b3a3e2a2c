/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli;

import io.hbasesearch.core.error.ErrorCode;

/** Provides the next step after a failure without its own hint. Stateless. */
final class DefaultHints {
    private DefaultHints() {}

    static String of(ErrorCode code) {
        return switch (code) {
            case USAGE -> "Run the command with --help to see its options.";
            case QUERY_INVALID ->
                "Read how to ask: 'hbase-search search --help' shows the query syntax and the options.";
            case NOT_FOUND -> "Check the name against the output of the command's 'list'.";
            case ALREADY_EXISTS -> "Choose another name, or remove the existing one first.";
            case CONFIGURATION_INVALID -> "Correct the configuration and run the command again.";
            case SERVER_UNREACHABLE ->
                "Check that the server runs and that its address in the configuration is correct.";
            case THROTTLED -> "Wait a little and run the command again.";
            case ACCESS_DENIED -> "Ask for the permission, or run the command as a user who has it.";
            case TABLE_NOT_FOUND -> "Check the table's name, namespace:table, and create it if necessary.";
            case TOPIC_NOT_FOUND -> "Add a peer, which creates it: hbase-search peer add --table TABLE";
            case INDEX_NOT_FOUND -> "List the indexes: hbase-search index list";
            case INDEX_INCOMPATIBLE, OFFSETS_LOST ->
                "Delete and recreate the index: hbase-search index delete"
                        + " INDEX, then hbase-search index create INDEX";
            case INDEX_LOCKED -> "Stop the process that uses the index, then run the command again.";
            case ROW_UNMAPPABLE, EVENT_UNREADABLE, DOCUMENT_REJECTED ->
                "List the rows: hbase-search dead-letters list" + " INDEX";
            case DIFFERENCES_FOUND -> "List the rows that differ: hbase-search verify INDEX";
            case READ_TOO_OLD -> "Read fewer rows at a time, or raise indexer.stubRetention.";
            case TIMED_OUT -> "Run the command again; if it fails again, check whether the servers are overloaded.";
            case INTERNAL -> "Run the command again with --debug to see where it happened.";
        };
    }
}
