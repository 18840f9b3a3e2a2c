/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.spi;

/**
 * What one call of {@link DocumentWriter#purgeStubs} did.
 *
 * @param found stubs that were old enough; as many as were asked for if there may be more
 * @param removed of these; the others were written anew meanwhile
 */
public record PurgedStubs(int found, int removed) {
    private static final PurgedStubs NONE = new PurgedStubs(0, 0);

    public static PurgedStubs none() {
        return NONE;
    }
}
