/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.mutants;

import java.util.List;

/** The mutants that need a change of code; the barrier is switched off by the peer's own configuration. */
public final class PlantedMutants {
    public static final Mutant DELETES_INSTEAD_OF_STUBS = new Mutant(
            "Elasticsearch deletes instead of stubs",
            "index-backends/elasticsearch/src/main/java/io/hbasesearch/elasticsearch/client/SourceJson.java",
            """
                    byte[] source = source(operation, id, reversed);
            """,
            """
                    if (operation instanceof IndexOperation.MarkDeleted) {
                        return new String(action, UTF_8).replace("index", "delete").getBytes(UTF_8);
                    }
                    byte[] source = source(operation, id, reversed);
            """);

    public static final Mutant COMMIT_BEFORE_ACKNOWLEDGEMENT = new Mutant(
            "commit before acknowledgement",
            "indexer/src/main/java/io/hbasesearch/indexer/pipeline/source/OffsetTracker.java",
            "first != null && first.acknowledged;",
            "first != null;");

    public static final Mutant VERSION_WITHOUT_EPOCH = new Mutant(
            "version without epoch",
            "indexer/src/main/java/io/hbasesearch/indexer/pipeline/Coalescer.java",
            "RowVersion.of(epoch, newest.offset())",
            "new RowVersion(newest.offset() + 1)");

    public static final Mutant EVENT_ATTACHED_TO_AN_EARLIER_READ = new Mutant(
            "an event attached to an earlier read",
            "indexer/src/main/java/io/hbasesearch/indexer/pipeline/RowWork.java",
            """
                    tickets = List.copyOf(tickets);
                }
            """,
            """
                    tickets = List.copyOf(tickets);
                    NEWEST.merge(row, version, (one, other) -> one.compareTo(other) > 0 ? one : other);
                }

                private static final java.util.Map<RowKey, RowVersion> NEWEST =
                        new java.util.concurrent.ConcurrentHashMap<>();

                @Override
                public RowVersion version() {
                    return NEWEST.get(row);
                }
            """);

    public static final Mutant FAMILY_DELETION_OF_ONE_BUCKET = new Mutant(
            "a family's deletion written to one bucket",
            "indexer/src/main/java/io/hbasesearch/indexer/pipeline/ChangedBuckets.java",
            "parts.concerned(family);",
            "parts.concerned(new ColumnName(family, ByteArray.empty()));");

    private PlantedMutants() {}

    static List<Mutant> all() {
        return List.of(
                DELETES_INSTEAD_OF_STUBS,
                COMMIT_BEFORE_ACKNOWLEDGEMENT,
                VERSION_WITHOUT_EPOCH,
                EVENT_ATTACHED_TO_AN_EARLIER_READ,
                FAMILY_DELETION_OF_ONE_BUCKET);
    }
}
