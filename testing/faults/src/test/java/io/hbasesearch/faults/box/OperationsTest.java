/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.box;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OperationsTest {
    private static final String SCRAPE =
            """
            # TYPE hbase_search_things_total counter
            hbase_search_things_total{index="a",result="applied"} 12.0
            hbase_search_things_total{index="a",result="again"} 3.0
            hbase_search_things_total_more{index="a",result="applied"} 100.0
            hbase_search_up 1.0
            """;

    @Test
    void aMetricIsTheSumOfItsLinesThatHaveTheTag() {
        assertThat(Operations.sum(SCRAPE, "hbase_search_things_total", "")).isEqualTo(15);
        assertThat(Operations.sum(SCRAPE, "hbase_search_things_total", "result=\"applied\""))
                .isEqualTo(12);
        assertThat(Operations.sum(SCRAPE, "hbase_search_up", "")).isEqualTo(1);
        assertThat(Operations.sum(SCRAPE, "hbase_search_others", "")).isZero();
    }
}
