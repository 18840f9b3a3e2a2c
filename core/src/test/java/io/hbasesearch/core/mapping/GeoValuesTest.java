/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.yaml.ConfigurationException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Points of cells, and what a definition says about them. */
class GeoValuesTest {
    @TempDir
    Path directory;

    private Map<String, Object> document(String fields, Object... cells) {
        List<Cell> row = new ArrayList<>();
        for (int i = 0; i < cells.length; i += 2) {
            byte[] value = cells[i + 1] instanceof byte[] bytes ? bytes : ((String) cells[i + 1]).getBytes(UTF_8);
            row.add(new Cell(ColumnName.parse((String) cells[i]), 1, ByteArray.copyOf(value)));
        }
        return Definitions.mapper(directory, fields)
                .map(new Row(RowKey.utf8("k"), row))
                .fields();
    }

    private Object point(String settings, Object cell) {
        return document("fields: {f: {column: \"d:q\", type: geo_point" + settings + "}}\n", "d:q", cell)
                .get("f");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "31.23,121.47 | 31.23,121.47",
                "' +31.230 , 121.470 ' | 31.23,121.47",
                "POINT (121.47 31.23) | 31.23,121.47",
                "point(-121.5 -0.0) | 0.0,-121.5",
                "{`lat`: 31.23, `lon`: 121.47, `accuracy`: 5} | 31.23,121.47",
                "{`lon`: `-180`, `lat`: 90} | 90.0,-180.0",
                "1e-5,180 | 1.0E-5,180.0",
            })
    void textsThatArePoints(String cell, String expected) {
        assertThat(point("", cell.replace('`', '"'))).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "31.23",
                "31.23;121.47",
                "90.01,0",
                "0,180.01",
                "NaN,0",
                "1e999,0",
                "POINT EMPTY",
                "POINT (1 2 3)",
                "{`lat`: 1}",
                "{`lat`: 1, `lon`: `east`}",
                "{`lat`: 1, `lon`: 181}",
                "{`lat`: 1",
                "[1, 2]"
            })
    void otherTextsAreUndecodable(String text) {
        String cell = text.replace('`', '"');
        assertThatThrownBy(() -> point("", cell))
                .isInstanceOf(UnmappableRowException.class)
                .hasMessageStartingWith("column d:q ")
                .hasMessageEndingWith(" (field f)");
        assertThat(point(", onError: skip-field", cell)).isNull();
        assertThat(document("fields: {f: {column: \"d:q\", type: geo_point, onError: keep-raw}}\n", "d:q", "somewhere"))
                .containsOnlyKeys("f_raw");
    }

    @Test
    void twoDoublesAreAPoint() {
        ByteBuffer bytes = ByteBuffer.allocate(16).putDouble(31.23).putDouble(121.47);
        assertThat(point(", encoding: bytesDouble", bytes.array())).isEqualTo("31.23,121.47");
        ByteBuffer little = ByteBuffer.allocate(16)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putDouble(31.23)
                .putDouble(121.47);
        assertThat(point(", encoding: bytesDouble, byteOrder: little", little.array()))
                .isEqualTo("31.23,121.47");
        assertThatThrownBy(() -> point(", encoding: bytesDouble", new byte[8]))
                .hasMessageContaining("has 8 bytes instead of 16");
        byte[] nan = ByteBuffer.allocate(16).putDouble(Double.NaN).putDouble(0).array();
        assertThatThrownBy(() -> point(", encoding: bytesDouble", nan)).isInstanceOf(UnmappableRowException.class);
    }

    @Test
    void severalPointsAndPointsOfTwoColumns() {
        assertThat(point(", separator: ';'", "1,2;POINT (4 3)")).isEqualTo(List.of("1.0,2.0", "3.0,4.0"));
        String columns =
                """
                fields:
                  lat: {column: "d:lat", type: double, encoding: utf8}
                  lon: {column: "d:lon", type: double, encoding: utf8}
                  place: {from: [lat, lon], join: ",", type: geo_point}
                """;
        assertThat(document(columns, "d:lat", "31.23", "d:lon", "121.47")).containsEntry("place", "31.23,121.47");
        assertThat(document(columns, "d:other", "x")).doesNotContainKey("place");
        assertThatThrownBy(() -> document(columns, "d:lat", "31.23")).isInstanceOf(UnmappableRowException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fields: {f: {column: \"d:q\", type: geo_point, path: $.a}}",
                "fields: {f: {column: \"d:q\", type: geo_point, encoding: bytesLong}}",
                "fields: {f: {column: \"d:q\", type: geo_point, default: true}}",
                "fields: {f: {value: \"91,0\", type: geo_point}}",
                "fields: {f: {column: \"d:q\", type: geo_point}}\nwhere: {f: {equals: \"1,2\"}}",
                "unit: cell\ncells: {families: [d], maxCells: 9, values: {v: {type: geo_point}}}"
            })
    void whatAPointCannotBeIsRefused(String definition) {
        assertThatThrownBy(() -> Definitions.mapper(directory, definition + "\n"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("geo_point");
    }
}
