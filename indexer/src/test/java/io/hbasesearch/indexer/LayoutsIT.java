/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.FieldSource;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.query.QueryStringParser;
import io.hbasesearch.core.row.PathRequest;
import io.hbasesearch.core.row.PathRows;
import io.hbasesearch.core.rowkey.DecodedKey;
import io.hbasesearch.core.rowkey.plan.AccessPath;
import io.hbasesearch.core.rowkey.plan.KeyPlanner;
import io.hbasesearch.core.rowkey.plan.Predicate;
import io.hbasesearch.core.rowkey.plan.RowCheck;
import io.hbasesearch.core.rowkey.plan.SortField;
import io.hbasesearch.core.rowkey.value.KeyValue;
import io.hbasesearch.core.spi.IndexedDocument;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every specification in config/rowkeys over a table in real HBase: rows are written and indexed, the fields of their keys are
 * found by searches, and each question that the layout is made for is answered past the index, by gets or by ranges that leave
 * rows of the table unread. The oracle looks at every row, by the values that its key was made of.
 */
@ExtendWith(TestServers.class)
@Timeout(240)
class LayoutsIT {
    /** Of ranges: few, so that the places on a curve are not cut too finely for a small table. */
    private static final int LIMIT = 64;

    private static final int MANY = 1_000;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final List<Layout> LAYOUTS = Stream.concat(
                    BusinessLayouts.all().stream(), PublishedLayouts.all().stream())
            .toList();

    private static LayoutTables tables;

    @BeforeAll
    static void writeRows() throws IOException {
        tables = new LayoutTables(LAYOUTS);
    }

    @AfterAll
    static void close() {
        tables.close();
    }

    static List<Layout> layouts() {
        return LAYOUTS;
    }

    @Test
    void everySampleIsTried() throws IOException {
        try (Stream<Path> files = Files.list(Layout.DIRECTORY)) {
            assertThat(LAYOUTS.stream().map(Layout::file))
                    .containsExactlyInAnyOrderElementsOf(
                            files.filter(file -> file.toString().endsWith(".yaml"))
                                    .toList());
        }
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void rowsAreIndexedAndFoundByTheFieldsOfTheirKeys(Layout layout) {
        tables.awaitIndexed(layout).values().forEach(document -> assertTellsItsKey(layout, document));
        assertThat(layout.searches()).isNotEmpty();
        for (Layout.Search search : layout.searches()) {
            List<RowKey> expected = layout.matching(search.predicates());
            assertThat(expected)
                    .as(search.query())
                    .isNotEmpty()
                    .hasSizeLessThan(layout.rows().size());
            SearchRequest request = new SearchRequest(
                    QueryStringParser.parse(search.query(), tables.definition(layout)), List.of(), MANY, PATIENCE);
            assertThat(tables.searcher(layout).search(request).hits())
                    .as(search.query())
                    .extracting(SearchResult.Hit::row)
                    .containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    private static void assertTellsItsKey(Layout layout, IndexedDocument document) {
        Map<String, KeyValue> decoded = ((DecodedKey.Readable) layout.spec().decode(document.row())).values();
        for (FieldMapping field : tables.definition(layout).fields()) {
            if (field.source() instanceof FieldSource.KeyField
                    && (decoded.get(field.name()) instanceof KeyValue.Text
                            || decoded.get(field.name()) instanceof KeyValue.Whole)) {
                assertThat(String.valueOf(document.document().fields().get(field.name())))
                        .as(field.name())
                        .isEqualTo(decoded.get(field.name()).text());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("layouts")
    void questionsAreAnsweredByKeysWithoutAFullTableScan(Layout layout) {
        assertThat(layout.questions()).isNotEmpty();
        for (Layout.Question question : layout.questions()) {
            List<Predicate> predicates = layout.predicates(question.predicates());
            AccessPath path = path(layout, question, predicates);
            assertKind(question, path);
            PathRows answer = tables.paths().read(request(layout, question, path));
            assertAnswers(layout, question, answer);
            long all = layout.rows().size() + layout.strays().size();
            assertThat(answer.rowsRead()).as("rows read for %s", question).isLessThan(all);
            assertThat(answer.cutShort()).isFalse();
        }
    }

    /** As pages back are: in ranges and behind patterns, too, the last rows come as the first do, and in the same order. */
    @ParameterizedTest
    @MethodSource("layouts")
    void theLastRowsOfAPathAreReadFromItsEnd(Layout layout) {
        for (Layout.Question question : layout.questions()) {
            PathRequest asked =
                    request(layout, question, path(layout, question, layout.predicates(question.predicates())));
            PathRequest whole =
                    PathRequest.of(asked.table(), asked.path(), asked.check()).withTimeout(PATIENCE);
            List<RowKey> all = keys(whole);
            int last = Math.min(2, all.size());
            assertThat(keys(whole.withLimit(last).readFromEnd()))
                    .as("the last rows for %s", question)
                    .isEqualTo(all.subList(all.size() - last, all.size()));
            assertThat(keys(whole.readFromEnd())).isEqualTo(all);
        }
    }

    private static List<RowKey> keys(PathRequest request) {
        return tables.paths().read(request).rows().stream()
                .map(found -> found.row().key())
                .toList();
    }

    @Test
    void readingIsBoundedAndWhatCannotBeReadIsSaid() {
        Layout mails = LAYOUTS.get(0);
        TableId table = tables.definition(mails).table();
        AccessPath user = planned(mails, "user=u1000001");
        RowCheck check = new RowCheck(mails.spec(), List.of(), Map.of());
        PathRows some = tables.paths().read(PathRequest.of(table, user, check).withMostRead(5));
        assertThat(some.cutShort()).isTrue();
        assertThat(some.rows()).hasSizeBetween(1, 5);

        RowCheck thirds = new RowCheck(mails.spec(), mails.predicates(List.of("message=000003")), Map.of());
        PathRows refused = tables.paths()
                .read(PathRequest.of(table, new AccessPath.Scan(ranges(user), List.of(), List.of(), List.of()), thirds)
                        .withLimit(2));
        assertThat(refused.rows().stream().map(row -> row.row().key()))
                .as("read on behind rows that are not wanted")
                .containsExactlyElementsOf(mails.matching(List.of("user=u1000001", "message=000003"))
                        .subList(0, 2));

        assertThatThrownBy(() -> tables.paths().read(PathRequest.of(table, planned(mails, "message=000003"), check)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not a path that can be read");
        assertThatThrownBy(() -> tables.paths().read(PathRequest.of(TableId.parse("nowhere"), user, check)))
                .isInstanceOfSatisfying(HBaseSearchException.class, failure -> assertThat(failure.code())
                        .isEqualTo(ErrorCode.TABLE_NOT_FOUND));
    }

    private static AccessPath planned(Layout layout, String... predicates) {
        return new KeyPlanner(layout.spec(), LIMIT).plan(layout.predicates(List.of(predicates)));
    }

    private static List<KeyRange> ranges(AccessPath path) {
        return ((AccessPath.Scan) path).ranges();
    }

    private static AccessPath path(Layout layout, Layout.Question question, List<Predicate> predicates) {
        KeyPlanner planner = new KeyPlanner(layout.spec(), LIMIT);
        return question.kind() == Layout.Kind.EVERYTHING
                ? new AccessPath.Scan(planner.everything(), List.of(), List.of(), List.of())
                : planner.plan(predicates);
    }

    private static void assertKind(Layout.Question question, AccessPath path) {
        switch (question.kind()) {
            case GET, MULTI_GET ->
                assertThat(path)
                        .as(question.toString())
                        .isInstanceOfSatisfying(AccessPath.Gets.class, gets -> assertThat(gets.keys())
                                .hasSize(question.paths()));
            case RANGES, FUZZY, EVERYTHING ->
                assertThat(path).as(question.toString()).isInstanceOfSatisfying(AccessPath.Scan.class, scan -> {
                    assertThat(scan.ranges()).doesNotContain(KeyRange.all()).isNotEmpty();
                    assertThat(scan.ranges().size())
                            .isEqualTo(question.paths() == 0 ? scan.ranges().size() : question.paths());
                    assertThat(scan.fuzzy().isEmpty()).isEqualTo(question.kind() != Layout.Kind.FUZZY);
                });
        }
    }

    private static PathRequest request(Layout layout, Layout.Question question, AccessPath path) {
        List<Predicate> residual =
                path instanceof AccessPath.Gets gets ? gets.residual() : ((AccessPath.Scan) path).residual();
        PathRequest request = PathRequest.of(
                        tables.definition(layout).table(), path, new RowCheck(layout.spec(), residual, columns(layout)))
                .withTimeout(PATIENCE);
        request = question.limit() > 0 ? request.withLimit(question.limit()) : request;
        return question.order().map(request::orderedBy).orElse(request);
    }

    private static Map<String, Function<Row, Optional<KeyValue>>> columns(Layout layout) {
        Map<String, Function<Row, Optional<KeyValue>>> columns = new HashMap<>();
        layout.columns()
                .forEach(name -> columns.put(
                        name, row -> row.cell(ColumnName.of("d", name)).map(cell -> layout.spec()
                                .field(name)
                                .orElseThrow()
                                .parse(cell.value().utf8()))));
        return columns;
    }

    private static void assertAnswers(Layout layout, Layout.Question question, PathRows answer) {
        List<RowKey> matching = layout.matching(question.predicates());
        assertThat(matching).as(question.toString()).isNotEmpty();
        List<RowKey> found = answer.rows().stream().map(row -> row.row().key()).toList();
        if (question.order().isPresent()) {
            assertIsBeginning(layout, question, matching, found);
            assertThat(answer.rowsRead()).as("rows read for %s", question).isEqualTo(question.limit());
        } else {
            int wanted = question.limit() == 0 ? matching.size() : question.limit();
            assertThat(found).as(question.toString()).isEqualTo(matching.subList(0, wanted));
        }
    }

    /** The first of the matching rows by the field's value; of rows with equal values any. */
    private static void assertIsBeginning(
            Layout layout, Layout.Question question, List<RowKey> matching, List<RowKey> found) {
        SortField order = question.order().orElseThrow();
        Function<RowKey, KeyValue> value = row -> layout.rows().get(row).get(order.field());
        Comparator<KeyValue> comparator = KeyValue::compare;
        List<KeyValue> expected = matching.stream()
                .map(value)
                .sorted(order.descending() ? comparator.reversed() : comparator)
                .limit(question.limit())
                .toList();
        assertThat(matching).containsAll(found);
        assertThat(found).doesNotHaveDuplicates();
        assertThat(found.stream().map(value)).as(question.toString()).containsExactlyElementsOf(expected);
    }
}
