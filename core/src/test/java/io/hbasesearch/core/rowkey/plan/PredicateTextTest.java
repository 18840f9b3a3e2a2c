/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.value.Bounds;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.value.UnfitValueException;
import io.hbasesearch.core.rowkey.yaml.RowKeySpecReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PredicateTextTest {
    private static RowKeySpec sample(String name) {
        return new RowKeySpecReader(Map.of()).readFile(Path.of("..", "config", "rowkeys", name + ".yaml"));
    }

    private final PredicateText vehicles = new PredicateText(sample("vehicle"));

    @Test
    void everyOperatorIsRead() {
        assertThat(vehicles.parse("carId=A=1")).isEqualTo(new Predicate.Equal("carId", KeyValue.of("A=1")));
        assertThat(vehicles.parse("carId|=A|B"))
                .isEqualTo(new Predicate.In("carId", List.of(KeyValue.of("A"), KeyValue.of("B"))));
        assertThat(vehicles.parse("carId^=A")).isEqualTo(new Predicate.Prefix("carId", "A"));
        assertThat(vehicles.parse("carId$=A")).isEqualTo(new Predicate.Suffix("carId", "A"));
        assertThat(vehicles.parse("carId?=A?C")).isEqualTo(new Predicate.Wildcard("carId", "A?C"));
        KeyValue one = KeyValue.of(1);
        assertThat(vehicles.parse("ts<1")).isEqualTo(new Predicate.Range("ts", new Bounds<>(null, true, one, false)));
        assertThat(vehicles.parse("ts<=1")).isEqualTo(new Predicate.Range("ts", new Bounds<>(null, true, one, true)));
        assertThat(vehicles.parse("ts>1")).isEqualTo(new Predicate.Range("ts", new Bounds<>(one, false, null, true)));
        assertThat(vehicles.parse("ts>=1")).isEqualTo(new Predicate.Range("ts", new Bounds<>(one, true, null, true)));
        assertThat(new PredicateText(sample("geomesa-z2")).parse("geom@=1,2,3,4"))
                .isEqualTo(new Predicate.Intersects("geom", new KeyValue.Box(1, 2, 3, 4)));
    }

    @Test
    void whatIsNonePredicateIsRefusedWithTheRule() {
        assertThatThrownBy(() -> vehicles.parse("carId"))
                .isInstanceOf(UnfitValueException.class)
                .hasMessageContaining("a predicate is a field");
        assertThatThrownBy(() -> vehicles.parse("color=red")).hasMessage("color is not a field of the key");
        assertThatThrownBy(() -> vehicles.parse("ts=soon")).hasMessage("ts must be a whole number");
        assertThatThrownBy(() -> vehicles.parse("ts@=here")).hasMessageContaining("ts must be");
    }
}
