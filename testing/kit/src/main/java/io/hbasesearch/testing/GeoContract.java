/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing;

import static io.hbasesearch.testing.Fixtures.field;
import static io.hbasesearch.testing.Fixtures.upsert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.GeoPoint;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.query.GeoDistances;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.MatchStream;
import io.hbasesearch.core.spi.QueryMatcher;
import io.hbasesearch.core.spi.WriteResult;
import io.hbasesearch.core.spi.search.SearchRequest;
import io.hbasesearch.core.spi.search.SearchResult;
import io.hbasesearch.core.spi.search.SortKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Points are found by distance and by box, and sorted by distance, as a computation with plain haversines says. */
public abstract class GeoContract extends OpenIndexContract {
    private static final String FIELD = "location";
    private static final int ROWS = 300;
    private static final int QUERIES = 80;
    private static final double RADIUS = 6_371_008.7714;

    /** Indexes keep points in steps of a centimetre; within a metre of a border, either answer is right. */
    private static final double UNSURE_METERS = 1;

    private static final double UNSURE_DEGREES = 1e-5;

    private final Map<String, List<GeoPoint>> points = new TreeMap<>();
    private final Map<String, Document> documents = new TreeMap<>();

    /** Returns the matcher to compare with the index. */
    protected abstract QueryMatcher matcher();

    @Override
    protected final IndexDefinition define(String index) {
        return Fixtures.definition(index, field(FIELD, FieldType.GEO_POINT), field("n", FieldType.INT));
    }

    @BeforeEach
    final void fill() {
        Random random = new Random(35);
        for (int i = 0; i < ROWS; i++) {
            int values = Math.max(0, random.nextInt(5) - 2);
            List<GeoPoint> some = new ArrayList<>();
            for (int j = 0; j < (i % 10 == 0 ? values : 1); j++) {
                some.add(point(random));
            }
            put(String.format("row%03d", i), some);
        }
        put("shanghai", List.of(new GeoPoint(31.23, 121.47)));
        put("north", List.of(new GeoPoint(90, 0)));
        put("south", List.of(new GeoPoint(-90, 37.5)));
        put("east", List.of(new GeoPoint(0, 180)));
        put("west", List.of(new GeoPoint(0, -180)));
        put("twice", List.of(new GeoPoint(10, 10), new GeoPoint(-10, -170)));
        List<IndexOperation> operations = new ArrayList<>();
        documents.forEach((row, document) -> operations.add(upsert(row, operations.size(), document)));
        write(writer, operations);
        searcher.refresh();
    }

    private void put(String row, List<GeoPoint> values) {
        points.put(row, values);
        List<String> texts = values.stream().map(GeoPoint::text).toList();
        documents.put(
                row,
                new Document(texts.isEmpty() ? Map.of() : Map.of(FIELD, texts.size() == 1 ? texts.get(0) : texts)));
    }

    private static GeoPoint point(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> new GeoPoint(random.nextDouble() * 180 - 90, random.nextDouble() * 360 - 180);
            case 1 ->
                new GeoPoint(
                        (random.nextBoolean() ? 1 : -1) * (90 - random.nextDouble()), 360 * random.nextDouble() - 180);
            case 2 ->
                new GeoPoint(random.nextDouble() - 0.5, (random.nextBoolean() ? 1 : -1) * (180 - random.nextDouble()));
            default -> new GeoPoint(31 + random.nextDouble(), 121 + random.nextDouble());
        };
    }

    private static double meters(GeoPoint a, GeoPoint b) {
        double lat = Math.sin(Math.toRadians(b.lat() - a.lat()) / 2);
        double lon = Math.sin(Math.toRadians(b.lon() - a.lon()) / 2);
        double h = lat * lat + Math.cos(Math.toRadians(a.lat())) * Math.cos(Math.toRadians(b.lat())) * lon * lon;
        return 2 * RADIUS * Math.asin(Math.min(1, Math.sqrt(h)));
    }

    @Test
    void distancesSelectWhatAHaversineSays() {
        Random random = new Random(1);
        List<String> wrong = new ArrayList<>();
        long matches = 0;
        for (int i = 0; i < QUERIES; i++) {
            GeoPoint center = point(random);
            double most = Math.min(GeoDistances.MOST_METERS, Math.pow(10, 2 + random.nextDouble() * 5.4));
            Query.GeoDistance query = new Query.GeoDistance(FIELD, center, most);
            matches += check(
                    wrong,
                    query,
                    point -> GeoDistances.matches(query, point),
                    point -> meters(center, point) - most,
                    UNSURE_METERS);
        }
        assertThat(wrong).isEmpty();
        assertThat(matches).as("matches of all queries").isGreaterThan(QUERIES);
    }

    @Test
    void boxesSelectWhatTheirBordersSay() {
        Random random = new Random(2);
        List<String> wrong = new ArrayList<>();
        long matches = 0;
        for (int i = 0; i < QUERIES; i++) {
            GeoPoint one = point(random);
            GeoPoint other = i % 3 == 0
                    ? point(random)
                    : new GeoPoint(
                            Math.max(-90, Math.min(90, one.lat() + random.nextGaussian())),
                            shifted(one.lon(), random.nextGaussian()));
            double top = Math.max(one.lat(), other.lat());
            double bottom = Math.min(one.lat(), other.lat());
            Query.GeoBox query = new Query.GeoBox(FIELD, top, one.lon(), bottom, other.lon());
            matches += check(
                    wrong,
                    query,
                    point -> GeoDistances.matches(query, point),
                    point -> outside(point, top, one.lon(), bottom, other.lon()),
                    UNSURE_DEGREES);
        }
        assertThat(wrong).isEmpty();
        assertThat(matches).as("matches of all queries").isGreaterThan(QUERIES);
    }

    private static double shifted(double lon, double by) {
        double shifted = lon + by;
        return shifted > 180 ? shifted - 360 : shifted < -180 ? shifted + 360 : shifted;
    }

    /** Returns by how many degrees the point is outside of the box; negative inside. */
    private static double outside(GeoPoint point, double top, double left, double bottom, double right) {
        double width = right < left ? right - left + 360 : right - left;
        double fromLeft = point.lon() < left ? point.lon() - left + 360 : point.lon() - left;
        double beyond =
                fromLeft > width ? Math.min(fromLeft - width, 360 - fromLeft) : -Math.min(fromLeft, width - fromLeft);
        return Math.max(Math.max(point.lat() - top, bottom - point.lat()), beyond);
    }

    /**
     * Compares the index with the matcher, with the same comparison by hand, and with a computation.
     *
     * @param beyond negative for points that match
     */
    private int check(
            List<String> wrong,
            Query query,
            Predicate<GeoPoint> byHand,
            ToDoubleFunction<GeoPoint> beyond,
            double unsure) {
        Set<String> found = new HashSet<>(found(query));
        Predicate<Document> matcher = matcher().of(query, definition(), Map.of());
        documents.forEach((row, document) -> {
            List<GeoPoint> some = points.get(row);
            boolean isFound = found.contains(row);
            double least = nearest(some, beyond);
            if (matcher.test(document) != isFound
                    || some.stream().anyMatch(byHand) != isFound
                    || (Math.abs(least) > unsure && isFound != least < 0)) {
                wrong.add(row + " with " + some + (isFound ? " is" : " is not") + " found by " + query + ": " + least);
            }
        });
        return found.size();
    }

    private static double nearest(List<GeoPoint> some, ToDoubleFunction<GeoPoint> meters) {
        return some.stream().mapToDouble(meters).min().orElse(Double.MAX_VALUE);
    }

    private List<String> found(Query query) {
        return rows(searcher.search(new SearchRequest(query, List.of(), 1_000, PATIENCE))
                .hits());
    }

    @Test
    void bordersPolesAndTheDateLineBelongToABox() {
        assertThat(found(box(31.23, 121.47, 31.23, 121.47))).containsExactly("shanghai");
        assertThat(found(box(90, -180, 90, 180))).containsExactly("north");
        assertThat(found(box(-90, -180, -90, 180))).containsExactly("south");
        assertThat(found(box(0, 180, 0, -180))).containsExactly("east", "west");
        assertThat(found(box(0, 180, 0, 180))).containsExactly("east");
        assertThat(found(new Query.GeoDistance(FIELD, new GeoPoint(0, 180), 0.05)))
                .containsExactly("east", "west");
        assertThat(found(new Query.GeoDistance(FIELD, new GeoPoint(90, 90), 0.05)))
                .containsExactly("north");
        assertThat(found(new Query.GeoDistance(FIELD, new GeoPoint(5, 5), GeoDistances.MOST_METERS)))
                .hasSize((int)
                        points.values().stream().filter(some -> !some.isEmpty()).count());
    }

    private static Query box(double top, double left, double bottom, double right) {
        return new Query.GeoBox(FIELD, top, left, bottom, right);
    }

    @Test
    void rowsWithAValueAreFound() {
        List<String> expected = points.keySet().stream()
                .filter(row -> !points.get(row).isEmpty())
                .toList();
        assertThat(found(new Query.Exists(FIELD))).containsExactlyInAnyOrderElementsOf(expected);
    }

    private static List<SortKey.Distance> orders() {
        List<SortKey.Distance> orders = new ArrayList<>();
        for (GeoPoint point : List.of(new GeoPoint(31.2, 121.5), new GeoPoint(0.1, 179.9), new GeoPoint(-90, 0))) {
            for (boolean descending : new boolean[] {false, true}) {
                orders.add(new SortKey.Distance(FIELD, point, descending, false));
                orders.add(new SortKey.Distance(FIELD, point, descending, true));
            }
        }
        return orders;
    }

    @Test
    void hitsComeByTheirDistanceAndPagesJoinInBothDirections() {
        SoftAssertions softly = new SoftAssertions();
        for (SortKey.Distance order : orders()) {
            SearchResult all = searcher.search(request(1_000, order));
            List<String> rows = rows(all.hits());
            softly.assertThat(rows).as(order.toString()).containsExactlyInAnyOrderElementsOf(points.keySet());
            double before = order.descending() ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
            for (String row : rows) {
                double distance = counted(row, order);
                boolean isInOrder =
                        order.descending() ? distance <= before + UNSURE_METERS : distance >= before - UNSURE_METERS;
                softly.assertThat(isInOrder)
                        .as("%s at %s after %s, %s", row, distance, before, order)
                        .isTrue();
                before = distance;
            }
            softly.assertThat(rows(forwards(request(37, order))))
                    .as("after, %s", order)
                    .isEqualTo(rows);
            softly.assertThat(rows(backwards(request(37, order), all.last().orElseThrow())))
                    .as("before, %s", order)
                    .isEqualTo(rows.subList(0, rows.size() - 1));
        }
        softly.assertAll();
    }

    /** Returns the distance that counts; without a value, one at the end where such rows are. */
    private double counted(String row, SortKey.Distance order) {
        DoubleStream meters = points.get(row).stream().mapToDouble(point -> meters(order.point(), point));
        double missing = order.descending() == order.missingFirst() ? 1e99 : -1e99;
        return (order.descending() ? meters.max() : meters.min()).orElse(missing);
    }

    @Test
    void aStreamInOneViewBringsEveryRowOnce() {
        SearchRequest request = request(50, new SortKey.Distance(FIELD, new GeoPoint(0, 0), true, false));
        List<String> seen = new ArrayList<>();
        try (MatchStream stream = new MatchStream(searcher, request, Duration.ofMinutes(2))) {
            for (List<SearchResult.Hit> page = stream.page(); !page.isEmpty(); page = stream.page()) {
                seen.addAll(rows(page));
            }
        }
        assertThat(seen).containsExactlyInAnyOrderElementsOf(points.keySet());
    }

    @Test
    void otherOrdersAndValuesAreRefused() throws Exception {
        SortKey plain = new SortKey.Field(FIELD, false, false);
        SortKey ofNumber = new SortKey.Distance("n", new GeoPoint(0, 0), false, false);
        for (SortKey key : List.of(plain, ofNumber)) {
            SearchRequest request =
                    new SearchRequest(new Query.MatchAll(), List.of(), 10, PATIENCE).sortedBy(List.of(key));
            assertThatThrownBy(() -> searcher.search(request)).isInstanceOf(HBaseSearchException.class);
        }
        assertThat(writer.write(List.of(upsert("bad", 9_000, new Document(Map.of(FIELD, "91.5,10.0")))))
                        .join())
                .allSatisfy(result -> assertThat(result).isInstanceOf(WriteResult.Rejected.class));
    }

    private static SearchRequest request(int size, SortKey order) {
        return new SearchRequest(new Query.MatchAll(), List.of(), size, PATIENCE).sortedBy(List.of(order));
    }
}
