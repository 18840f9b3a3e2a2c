/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.rowkey.plan.Predicate;
import io.hbasesearch.core.rowkey.value.Bounds;
import io.hbasesearch.core.rowkey.value.KeyValue;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ConditionTextTest {
    private static final KeyValue ONE = new KeyValue.Whole(BigInteger.ONE);
    private static final KeyValue NINE = new KeyValue.Whole(BigInteger.valueOf(9));

    private static final Map<Predicate, String> TEXTS = Map.of(
            new Predicate.Equal("user", ONE), "user:1",
            new Predicate.In("user", List.of(ONE, NINE)), "user:(1 OR 9)",
            new Predicate.Range("user", new Bounds<>(ONE, true, NINE, false)), "user:[1 TO 9}",
            new Predicate.Range("user", new Bounds<>(null, true, NINE, true)), "user:[* TO 9]",
            new Predicate.Prefix("item", "ab"), "item:ab*",
            new Predicate.Suffix("item", "yz"), "item:*yz",
            new Predicate.Wildcard("item", "a?c"), "item:a?c",
            new Predicate.Intersects("area", new KeyValue.Box(1, 2, 3, 4)), "area:meets ");

    @Test
    void eachKindOfConditionIsWrittenForPeople() {
        TEXTS.forEach((condition, text) ->
                assertThat(ConditionText.of(condition)).startsWith(text).doesNotContainPattern("\\w+\\[\\w+="));
        assertThat(TEXTS.keySet().stream().map(Object::getClass).collect(Collectors.toSet()))
                .containsAll(Arrays.asList(Predicate.class.getPermittedSubclasses()));
    }
}
