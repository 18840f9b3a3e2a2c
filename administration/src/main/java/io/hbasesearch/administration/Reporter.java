/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration;

/** Receives messages about the progress of an administrative action, in whole sentences. */
public interface Reporter {
    void info(String message);

    /** Reports something that the operator should look at; the action may still succeed. */
    void warn(String message);
}
