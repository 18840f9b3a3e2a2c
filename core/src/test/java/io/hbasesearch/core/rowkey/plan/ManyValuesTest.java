/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.yaml.RowKeySpecReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Values of several parts multiply: a thousand of each of four make a million millions, of which none may be made. */
@Timeout(30)
class ManyValuesTest {
    private static final int MANY = 1_000;
    private static final String ANY_OF = "|="
            + IntStream.range(0, MANY).mapToObj(i -> String.format("%04d", i)).collect(Collectors.joining("|"));
    private static final String FIELDS =
            "a: {type: ascii, width: 4}, b: {type: ascii, width: 4}, c: {type: ascii, width: 4}, d: {type: ascii,"
                    + " width: 4}";

    @TempDir
    Path directory;

    private AccessPath plan(String parts, String... fields) throws IOException {
        Path file = Files.writeString(directory.resolve("spec.yaml"), "parts: {" + parts + "}\n");
        RowKeySpec spec = new RowKeySpecReader(Map.of()).readFile(file);
        PredicateText text = new PredicateText(spec);
        List<Predicate> predicates =
                Stream.of(fields).map(field -> text.parse(field + ANY_OF)).toList();
        return new KeyPlanner(spec).plan(predicates);
    }

    @Test
    void rangesAreThoseOfThePartsBeforeAndThePathTellsWhy() throws IOException {
        AccessPath.Scan scan = (AccessPath.Scan) plan(FIELDS, "a", "b", "c", "d");
        assertThat(scan.ranges()).hasSize(MANY);
        assertThat(scan.residual())
                .hasSize(3)
                .noneMatch(predicate -> predicate.field().equals("a"));
        assertThat(scan.widened())
                .contains(
                        "the values that are asked for, up to b, make more than 1024 ranges of keys, so that the ranges"
                                + " are those of the parts before");
        assertThat(((AccessPath.Scan) plan(FIELDS, "a")).widened()).isEmpty();
    }

    @Test
    void whatAHashIsComputedFromIsNotMultipliedEither() throws IOException {
        AccessPath path =
                plan("h: {kind: hash, function: md5, of: [a, b, c, d], take: 4}, " + FIELDS, "a", "b", "c", "d");
        assertThat(path)
                .isEqualTo(new AccessPath.None(
                        "the values that are asked for, up to h, make more than 1024 ranges of keys"));
    }

    @Test
    void norArePackedFields() throws IOException {
        AccessPath path = plan("packed: {kind: bits, bits: {a: 16, b: 16, c: 16, d: 16}}", "a", "b", "c", "d");
        assertThat(path)
                .isEqualTo(new AccessPath.None(
                        "the values that are asked for, up to packed, make more than 1024 ranges of keys"));
    }
}
