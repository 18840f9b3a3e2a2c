/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.system;

import java.util.Map;

/**
 * One document as it physically is in an index.
 *
 * @param state what it stands for
 * @param fields what the definition maps; without the fields that the backend keeps for itself
 */
public record RawDocument(State state, long version, Map<String, Object> fields) {
    /** What a document stands for. */
    public enum State {
        /** A row, with its fields. */
        ROW,
        /** A row that is gone. */
        DELETED,
        /** A row that cannot be mapped, and has a dead letter. */
        FAILED
    }

    /** Whether it stands for a row that is gone or failed. */
    public boolean stub() {
        return state != State.ROW;
    }
}
