/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.rowkey.EncodedKey;
import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.rowkey.yaml.RowKeySpecReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys may hold zero with a sign and without: whatever is asked leads to both of them. */
class ZerosTest {
    @TempDir
    Path directory;

    private RowKeySpec spec(String parts) throws IOException {
        return new RowKeySpecReader(Map.of())
                .readFile(Files.writeString(directory.resolve("k.yaml"), "parts: {" + parts + "}\n"));
    }

    private static RowKey key(RowKeySpec spec, double number) {
        EncodedKey encoded = spec.encode(Map.of("d", new KeyValue.Real(number), "id", KeyValue.of("x")));
        return ((EncodedKey.Complete) encoded).keys().get(0);
    }

    private static boolean leadsTo(RowKeySpec spec, RowKey key, String... predicates) {
        List<Predicate> asked =
                List.of(predicates).stream().map(new PredicateText(spec)::parse).toList();
        AccessPath path = new KeyPlanner(spec).plan(asked);
        if (path instanceof AccessPath.Gets gets) {
            return gets.keys().contains(key);
        }
        return path instanceof AccessPath.Scan scan
                && scan.ranges().stream().anyMatch(range -> range.contains(key))
                && new RowCheck(spec, scan.residual(), Map.of())
                        .fields(new Row(key, List.of()))
                        .isPresent();
    }

    @Test
    void bothZerosAreFoundWhereverOneIsAskedFor() throws IOException {
        for (String form : List.of("type: float64, encoding: ordered", "type: float64, encoding: phoenix")) {
            RowKeySpec spec = spec("d: {" + form + "}, id: {}");
            for (double zero : new double[] {0.0, -0.0}) {
                RowKey key = key(spec, zero);
                for (String asked : new String[] {"0", "-0.0", "0.0", "-0"}) {
                    String as = form + ": " + zero + " by " + asked;
                    assertThat(leadsTo(spec, key, "d=" + asked)).as(as).isTrue();
                    assertThat(leadsTo(spec, key, "d>=" + asked)).as(as).isTrue();
                    assertThat(leadsTo(spec, key, "d<=" + asked)).as(as).isTrue();
                    assertThat(leadsTo(spec, key, "d>" + asked)).as(as).isFalse();
                    assertThat(leadsTo(spec, key, "d<" + asked)).as(as).isFalse();
                    assertThat(leadsTo(spec, key, "d=" + asked, "id=x")).as(as).isTrue();
                    assertThat(leadsTo(spec, key, "d>=" + asked, "d<=0.0"))
                            .as(as)
                            .isTrue();
                }
                assertThat(leadsTo(spec, key, "d=1")).isFalse();
            }
            assertThat(leadsTo(spec, key(spec, Double.MIN_VALUE), "d>-0.0")).isTrue();
            assertThat(leadsTo(spec, key(spec, -Double.MIN_VALUE), "d<0")).isTrue();
            assertThat(leadsTo(spec, key(spec, -Double.MIN_VALUE), "d>=-0.0")).isFalse();
        }
    }

    @Test
    void aHashOfZeroIsComputedOfBoth() throws IOException {
        RowKeySpec spec = spec(
                "h: {kind: hash, function: md5, of: d, take: 4}, d: {type: float64, encoding: be, ranges: false}, id: {}");
        for (double zero : new double[] {0.0, -0.0}) {
            assertThat(leadsTo(spec, key(spec, zero), "d=0")).isTrue();
            assertThat(leadsTo(spec, key(spec, zero), "d=-0.0")).isTrue();
        }
    }

    @Test
    void oneZeroEqualsTheOther() {
        KeyValue zero = new KeyValue.Real(0.0);
        KeyValue negative = new KeyValue.Real(-0.0);
        assertThat(KeyValue.compare(zero, negative)).isZero();
        assertThat(new Predicate.Equal("d", zero).matches(negative)).isTrue();
        assertThat(new Predicate.In("d", List.of(negative)).matches(zero)).isTrue();
        assertThat(new Predicate.Equal("d", zero).matches(new KeyValue.Real(Double.MIN_VALUE)))
                .isFalse();
    }
}
