/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.event;

/**
 * A newer endpoint has written the event, in a format whose meaning this version does not know. What is broken stays so, but this becomes
 * readable with an upgrade: whoever must not lose it stops before it.
 */
public final class NewerEventException extends UnreadableEventException {
    private static final long serialVersionUID = 1L;

    private final String namespace;
    private final String table;

    NewerEventException(RowMutation event) {
        super(
                "event format " + event.getFormat() + " is not readable by this version, which knows formats 1 to "
                        + RowMutations.FORMAT + ": upgrade the indexer before the replication endpoint",
                null);
        this.namespace = event.getNamespace();
        this.table = event.getTable();
    }

    /**
     * Whether it says that it is of this table: every format says so in the same fields. Bytes that somebody else has put into the topic,
     * and that happen to read like an event, do not.
     */
    public boolean isOf(String otherNamespace, String otherTable) {
        return namespace.equals(otherNamespace) && table.equals(otherTable);
    }
}
