/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart;

/**
 * A problem that would make a start fail.
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
