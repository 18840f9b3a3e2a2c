/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.analysis;

import java.io.IOException;
import org.apache.lucene.analysis.TokenFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.cjk.CJKBigramFilter;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;

/**
 * Counts positions by characters in the pairs of {@link CJKBigramFilter}, as that filter does if it emits single characters too: three
 * characters are two pairs, but have three positions. So a query of pairs matches documents of pairs and characters.
 */
final class CharacterPositions extends TokenFilter {
    private final OffsetAttribute offsets = addAttribute(OffsetAttribute.class);
    private final PositionIncrementAttribute positions = addAttribute(PositionIncrementAttribute.class);
    private final TypeAttribute types = addAttribute(TypeAttribute.class);

    /** The end of the previous token if it was a pair, else -1. */
    private int endOfPair = -1;

    CharacterPositions(TokenStream pairs) {
        super(pairs);
    }

    @Override
    public boolean incrementToken() throws IOException {
        if (!input.incrementToken()) {
            return false;
        }
        boolean isAfterLastPair = endOfPair >= 0 && offsets.startOffset() >= endOfPair;
        if (isAfterLastPair) {
            positions.setPositionIncrement(positions.getPositionIncrement() + 1);
        }
        endOfPair = types.type().equals(CJKBigramFilter.DOUBLE_TYPE) ? offsets.endOffset() : -1;
        return true;
    }

    @Override
    public void reset() throws IOException {
        super.reset();
        endOfPair = -1;
    }
}
