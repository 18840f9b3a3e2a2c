/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.fault;

/**
 * What a fault has done.
 *
 * @param words for the report, with what our side has seen of it where that can be counted
 * @param felt whether it reached hbase-search itself, and not only what stands around it
 */
public record Effect(String words, boolean felt) {
    /** Of a fault that nobody can miss. */
    static Effect felt(String words) {
        return new Effect(words, true);
    }
}
