/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart;

/**
 * Something that a start would fail over.
 *
 * @param what is wrong
 * @param fix what to do about it
 */
record PreflightFailure(String what, String fix) {
    @Override
    public String toString() {
        return what + ". " + fix;
    }
}
