/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.text.DefinitionText;
import io.hbasesearch.core.definition.value.GeoPoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how queries for points are read, and which are refused. */
class GeoQueryTest {
    private static final IndexDefinition DEFINITION = DefinitionText.read(
            "shops",
            """
            table: shops
            fields:
              name:     {column: "m:name", type: text}
              location: {column: "m:loc", type: geo_point}
            """);

    private static Query tree(String json) {
        return QueryTree.parse(json.replace('\'', '"'), DEFINITION);
    }

    @Test
    void distancesHaveUnits() {
        assertThat(tree("{'geo_distance': {'field': 'location', 'lat': 31.2, 'lon': '121.5', 'distance': '5km'}}"))
                .isEqualTo(new Query.GeoDistance("location", new GeoPoint(31.2, 121.5), 5_000));
        assertThat(GeoDistances.parse("1.5 mi")).isEqualTo(1.5 * 1_609.344);
        assertThat(GeoDistances.parse("20m")).isEqualTo(20);
        assertThat(GeoDistances.parse("20015km")).isEqualTo(20_015_000);
    }

    @Test
    void aBoxMayCrossTheDateLine() {
        Query.GeoBox box = (Query.GeoBox)
                tree("{'geo_box': {'field': 'location', 'top': 10, 'left': 170, 'bottom': -10, 'right': -170}}");
        assertThat(GeoDistances.matches(box, new GeoPoint(0, 175))).isTrue();
        assertThat(GeoDistances.matches(box, new GeoPoint(0, -175))).isTrue();
        assertThat(GeoDistances.matches(box, new GeoPoint(0, 0))).isFalse();
        assertThat(GeoDistances.matches(box, new GeoPoint(10, 170))).isTrue();
        assertThat(GeoDistances.matches(box, new GeoPoint(-10, -170))).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'geo_distance': {'field': 'name', 'lat': 1, 'lon': 2, 'distance': '5km'}} | /geo_distance/field",
                "{'geo_distance': {'field': 'location', 'lat': 91, 'lon': 2, 'distance': '5km'}} | /geo_distance/lat",
                "{'geo_distance': {'field': 'location', 'lat': 1, 'lon': 'x', 'distance': '5km'}} | /geo_distance/lon",
                "{'geo_distance': {'field': 'location', 'lat': 1, 'lon': 2, 'distance': 5}} | /geo_distance/distance",
                "{'geo_distance': {'field': 'location', 'lat': 1, 'lon': 2, 'distance': '0m'}} | /geo_distance/distance",
                "{'geo_distance': {'field': 'location', 'lat': 1, 'lon': 2, 'distance': '-1m'}} | /geo_distance/distance",
                "{'geo_distance': {'field': 'location', 'lat': 1, 'lon': 2, 'distance': '20016km'}} | /geo_distance/distance",
                "{'geo_distance': {'field': 'location', 'lat': 1, 'lon': 2, 'distance': '1e999km'}} | /geo_distance/distance",
                "{'geo_distance': {'field': 'location', 'lat': 1, 'distance': '5km'}} | /geo_distance",
                "{'geo_box': {'field': 'location', 'top': 1, 'left': 1, 'bottom': 2, 'right': 2}} | /geo_box/top",
                "{'geo_box': {'field': 'location', 'top': 1, 'left': 181, 'bottom': 0, 'right': 2}} | /geo_box/left",
            })
    void wrongTreesArePointedAt(String json, String pointer) {
        assertThatThrownBy(() -> tree(json))
                .isInstanceOfSatisfying(
                        QuerySyntaxException.class, e -> assertThat(e.pointer()).contains(pointer));
    }

    @Test
    void rowsWithAPointAreFound() {
        assertThat(QueryStringParser.parse("location:*", DEFINITION)).isEqualTo(new Query.Exists("location"));
        assertThat(tree("{'exists': {'field': 'location'}}")).isEqualTo(new Query.Exists("location"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "location:x",
                "location:\"31.2,121.5\"",
                "location:\"31.2,121.5\"~5km",
                "location:31*",
                "location:3?1",
                "location:31~1",
                "location:/31.*/",
                "location:[1 TO 2]",
                "location>1"
            })
    void otherQueriesNameTheTree(String text) {
        assertThatThrownBy(() -> QueryStringParser.parse(text, DEFINITION))
                .isInstanceOfSatisfying(QuerySyntaxException.class, e -> {
                    assertThat(e).hasMessageContaining("location is of type geo_point");
                    assertThat(e.hint().orElse("")).contains("{\"geo_distance\": {\"field\": \"location\"");
                });
    }
}
