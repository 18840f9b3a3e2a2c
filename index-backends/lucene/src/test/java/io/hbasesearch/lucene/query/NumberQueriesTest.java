/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.value.FieldType;
import org.apache.lucene.document.IntField;
import org.apache.lucene.document.LongField;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.junit.jupiter.api.Test;

class NumberQueriesTest {
    @Test
    void boundsOfIntegersMayBeOpenExclusiveOrFractions() {
        assertThat(ints(null, true, null, true)).isEqualTo(between(Integer.MIN_VALUE, Integer.MAX_VALUE));
        assertThat(ints("1", false, "5", false)).isEqualTo(between(2, 4));
        assertThat(ints("1.5", true, "4.5", true)).isEqualTo(between(2, 4));
        assertThat(ints("1.5", false, "4.5", false)).isEqualTo(between(2, 4));
        assertThat(ints("-1.5", true, "-0.5", true)).isEqualTo(between(-1, -1));
    }

    @Test
    void boundsBeyondTheTypeAreItsLimitsOrMatchNothing() {
        assertThat(ints("-99999999999", true, "99999999999", true))
                .isEqualTo(between(Integer.MIN_VALUE, Integer.MAX_VALUE));
        assertThat(ints("99999999999", true, null, true)).isInstanceOf(MatchNoDocsQuery.class);
        assertThat(ints("2147483647", false, null, true)).isInstanceOf(MatchNoDocsQuery.class);
        assertThat(NumberQueries.range(FieldType.LONG, "n", "9223372036854775807", false, null, true))
                .isInstanceOf(MatchNoDocsQuery.class);
        assertThat(NumberQueries.exact(FieldType.LONG, "n", "-9223372036854775808"))
                .isEqualTo(LongField.newRangeQuery("n", Long.MIN_VALUE, Long.MIN_VALUE));
    }

    private static Query ints(String lower, boolean lowerInclusive, String upper, boolean upperInclusive) {
        return NumberQueries.range(FieldType.INT, "n", lower, lowerInclusive, upper, upperInclusive);
    }

    private static Query between(int from, int to) {
        return IntField.newRangeQuery("n", from, to);
    }
}
