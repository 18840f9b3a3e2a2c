/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.suite;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.faults.Expected;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AnsweredPageTest {
    private static final String HIT = "{\"key\":\"YQ\",\"fields\":{\"word\":\"w\",\"count\":3}}";

    @Test
    void aPageThatIsAsItsRowsHasNoDifference() throws Exception {
        assertThat(differences(1, HIT, Map.of("word", "w", "count", 3))).isEmpty();
    }

    @Test
    void aRowThatIsReturnedOtherwiseThanItIsDiffers() throws Exception {
        assertThat(differences(1, HIT, Map.of("word", "w", "count", 4)))
                .singleElement()
                .asString()
                .contains(" a otherwise");
        assertThat(differences(1, HIT, Map.of("word", "w"))).hasSize(1);
    }

    @Test
    void duplicateRowsAndWrongTotalsAreReportedAsDifferences() throws Exception {
        assertThat(differences(2, HIT + "," + HIT, Map.of("word", "w", "count", 3)))
                .hasSize(3)
                .anyMatch(line -> line.contains("a twice"))
                .anyMatch(line -> line.contains("2 hits of 1"));
        assertThat(differences(1, "", Map.of("word", "w"))).anyMatch(line -> line.contains("0 hits"));
    }

    @Test
    void aPageThatHoldsFewerHitsThanWereAskedForDiffers() throws Exception {
        String body = "{\"total\":{\"value\":3},\"hits\":[" + HIT + "]}";
        Map<String, Object> fields = Map.of("word", "w", "count", 3);
        Expected three = new Expected(
                Map.of(RowKey.utf8("a"), fields, RowKey.utf8("b"), fields, RowKey.utf8("c"), fields), Set.of());
        assertThat(new AnsweredPage(new ObjectMapper().readTree(body), 2).differences(three))
                .containsExactly("the gateway returned 1 hits of 2");
        assertThat(new AnsweredPage(new ObjectMapper().readTree(body), 1).differences(three))
                .isEmpty();
    }

    private static List<String> differences(int total, String hits, Map<String, Object> fields) throws Exception {
        String body = "{\"total\":{\"value\":" + total + "},\"hits\":[" + hits + "]}";
        Expected expected = new Expected(Map.of(RowKey.utf8("a"), fields), Set.of());
        return new AnsweredPage(new ObjectMapper().readTree(body), 100).differences(expected);
    }
}
