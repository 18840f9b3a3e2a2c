/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.error;

/** The exit codes of the process. An unlisted number means failure too. */
public final class ExitCode {
    public static final int DONE = 0;
    public static final int FAILED = 1;
    public static final int USAGE = 2;
    /** Done, but some rows failed. */
    public static final int SOME_ROWS_FAILED = 3;
    /** Table and index differ. */
    public static final int DIFFERENCES_FOUND = 4;

    public static final int CONFIGURATION_INVALID = 10;
    public static final int SERVER_UNREACHABLE = 11;
    public static final int ACCESS_DENIED = 12;
    public static final int INDEX_INCOMPATIBLE = 13;
    public static final int TIMED_OUT = 124;
    public static final int INTERRUPTED = 130;

    private ExitCode() {}
}
