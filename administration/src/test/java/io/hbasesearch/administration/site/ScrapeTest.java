/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScrapeTest {
    @Test
    void figuresAreReadWithTheirLabelsAndOtherLinesLeftOut() {
        Scrape scrape = Scrape.parse(
                """
                # HELP x a figure
                x{index="a \\"b\\" {c}",of="d"} 1.5E3 1700000000
                x{index="mail",} NaN
                y +Inf
                no figure
                """);

        assertThat(scrape.all("x")).hasSize(2);
        assertThat(scrape.all("x").get(0))
                .isEqualTo(new Scrape.Sample("x", Map.of("index", "a \"b\" {c}", "of", "d"), 1500));
        assertThat(scrape.value("x", "of", "d")).contains(1500.0);
        assertThat(scrape.value("x", "index", "mail")).isEmpty();
        assertThat(scrape.all("y")).extracting(Scrape.Sample::value).isEqualTo(List.of(Double.POSITIVE_INFINITY));
        assertThat(scrape.all("no")).isEmpty();
    }
}
