/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.gateway.answer.MappedRow;
import io.hbasesearch.gateway.http.SafeTrace;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowFetcherTest {
    private static final Row ROW = new Row(RowKey.utf8("r"), List.of());

    @Test
    void aRowThatBringsADefectToLightKeepsItsCellsAndTellsNoValue() {
        MappedRow mapped = RowFetcher.map(
                "words",
                row -> {
                    throw new IllegalStateException("secret");
                },
                ROW);

        assertThat(mapped.row()).isSameAs(ROW);
        assertThat(mapped.document()).isEqualTo(Document.empty());
        assertThat(mapped.unmappable()).isNotBlank().doesNotContain("secret");
    }

    @Test
    void aTraceNamesKindsAndPlacesOnly() {
        Throwable failure = new IllegalStateException("secret", new NumberFormatException("secret"));

        assertThat(SafeTrace.of(failure))
                .contains("IllegalStateException", "caused by java.lang.NumberFormatException", "RowFetcherTest")
                .doesNotContain("secret");
    }
}
