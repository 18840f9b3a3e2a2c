/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.fault;

/** What the gateway, which is asked all the time, has answered so far. Thread-safe. */
public interface GatewayAnswers {
    /** Answers that lacked nothing. */
    int whole();

    /** Answers that said what they lacked, and problem documents. */
    int lacking();
}
