/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.error;

/** Stable error codes, each with the party that must act and the exit code of a command. */
public enum ErrorCode {
    USAGE(Actor.USER, FailureClass.FATAL, 2),
    QUERY_INVALID(Actor.USER, FailureClass.POISON, 2),
    NOT_FOUND(Actor.USER, FailureClass.FATAL, 1),
    ALREADY_EXISTS(Actor.USER, FailureClass.FATAL, 1),
    CONFIGURATION_INVALID(Actor.OPERATOR, FailureClass.FATAL, 10),
    SERVER_UNREACHABLE(Actor.REMOTE_SYSTEM, FailureClass.TRANSIENT, 11),
    THROTTLED(Actor.REMOTE_SYSTEM, FailureClass.THROTTLED, 11),
    ACCESS_DENIED(Actor.OPERATOR, FailureClass.FATAL, 12),
    TABLE_NOT_FOUND(Actor.OPERATOR, FailureClass.FATAL, 1),
    TOPIC_NOT_FOUND(Actor.OPERATOR, FailureClass.FATAL, 1),
    INDEX_NOT_FOUND(Actor.OPERATOR, FailureClass.FATAL, 1),
    INDEX_INCOMPATIBLE(Actor.OPERATOR, FailureClass.FATAL, 13),
    OFFSETS_LOST(Actor.OPERATOR, FailureClass.FATAL, 13),
    INDEX_LOCKED(Actor.OPERATOR, FailureClass.FATAL, 1),
    ROW_UNMAPPABLE(Actor.USER, FailureClass.POISON, 3),
    EVENT_UNREADABLE(Actor.OPERATOR, FailureClass.POISON, 3),
    DOCUMENT_REJECTED(Actor.USER, FailureClass.POISON, 3),
    /** Table and index differ, and the repair did not succeed. */
    DIFFERENCES_FOUND(Actor.OPERATOR, FailureClass.FATAL, 4),
    READ_TOO_OLD(Actor.OPERATOR, FailureClass.FATAL, 1),
    TIMED_OUT(Actor.REMOTE_SYSTEM, FailureClass.TRANSIENT, 124),
    INTERNAL(Actor.OPERATOR, FailureClass.FATAL, 1);

    /** The party that can fix the error. */
    public enum Actor {
        USER,
        OPERATOR,
        REMOTE_SYSTEM
    }

    private final Actor actor;
    private final FailureClass failureClass;
    private final int exitCode;

    ErrorCode(Actor actor, FailureClass failureClass, int exitCode) {
        this.actor = actor;
        this.failureClass = failureClass;
        this.exitCode = exitCode;
    }

    public Actor actor() {
        return actor;
    }

    public FailureClass failureClass() {
        return failureClass;
    }

    public int exitCode() {
        return exitCode;
    }
}
