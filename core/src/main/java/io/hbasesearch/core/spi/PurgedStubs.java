/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

/**
 * The result of one call of {@link DocumentWriter#purgeStubs}.
 *
 * @param found stubs that were old enough; equal to the requested limit if there may be more
 * @param removed of these; the others were written again meanwhile
 */
public record PurgedStubs(int found, int removed) {
    private static final PurgedStubs NONE = new PurgedStubs(0, 0);

    public static PurgedStubs none() {
        return NONE;
    }
}
