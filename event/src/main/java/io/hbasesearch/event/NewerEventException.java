/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.event;

/**
 * Reports an event that a newer endpoint has written in a format that this version does not know. Unlike a broken event, it becomes
 * readable after an upgrade: a reader that must not lose it stops before it.
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
     * Tells whether the event claims to belong to this table; every format stores that in the same fields. Bytes of another program that
     * happen to parse as an event do not.
     */
    public boolean isOf(String otherNamespace, String otherTable) {
        return namespace.equals(otherNamespace) && table.equals(otherTable);
    }
}
