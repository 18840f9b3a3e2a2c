/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli;

import io.hbasesearch.core.error.ErrorCode;

/** The next step after a failure that names none itself. Stateless. */
final class DefaultHints {
    private DefaultHints() {}

    static String of(ErrorCode code) {
        return switch (code) {
            case USAGE -> "Run the command with --help to see what it takes.";
            case QUERY_INVALID ->
                "Put what is meant literally in quotes; 'hbase-search search --help' shows what a query" + " may hold.";
            case NOT_FOUND -> "See what there is with the command's 'list', and check the name.";
            case ALREADY_EXISTS -> "Choose another name, or remove what is there first.";
            case CONFIGURATION_INVALID -> "Mend the configuration and run the command again.";
            case SERVER_UNREACHABLE -> "See that the server runs and that its address in the configuration is right.";
            case THROTTLED -> "Wait a little and run the command again.";
            case ACCESS_DENIED -> "Ask for the permission, or run the command as a user who has it.";
            case TABLE_NOT_FOUND -> "Check the table's name, namespace:table, and create it if need be.";
            case TOPIC_NOT_FOUND -> "Add a peer, which creates it: hbase-search peer add --table TABLE";
            case INDEX_NOT_FOUND -> "See which there are: hbase-search index list";
            case INDEX_INCOMPATIBLE, OFFSETS_LOST ->
                "Delete the index and create it anew: hbase-search index delete"
                        + " INDEX, then hbase-search index create INDEX";
            case INDEX_LOCKED -> "Stop the process that uses the index, then run the command again.";
            case ROW_UNMAPPABLE, EVENT_UNREADABLE, DOCUMENT_REJECTED ->
                "See the rows: hbase-search dead-letters list" + " INDEX";
            case DIFFERENCES_FOUND -> "See which rows differ: hbase-search verify INDEX";
            case READ_TOO_OLD -> "Take fewer rows at a time, or raise indexer.stubRetention.";
            case TIMED_OUT -> "Run the command again; if that does not help, see whether the servers are overloaded.";
            case INTERNAL -> "Run the command again with --debug to see where it happened.";
        };
    }
}
