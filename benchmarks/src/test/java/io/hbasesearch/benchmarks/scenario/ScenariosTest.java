/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.benchmarks.harness.Options;
import io.hbasesearch.benchmarks.harness.Scenario;
import io.hbasesearch.benchmarks.site.PreparedRows;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ScenariosTest {
    /** Those that hold their documents in memory. */
    private static final Set<String> WITH_PREPARED_ROWS = Set.of("reindex-lucene", "index-lucene");

    private static final Pattern HEAP = Pattern.compile("-Xmx(\\d+)g");

    @Test
    void scriptHeapHoldsTheDefaultDocumentsOfEachScenario() throws Exception {
        Matcher heap = HEAP.matcher(Files.readString(Path.of("run")));
        assertThat(heap.find()).isTrue();
        List<Scenario> held = Scenarios.ALL.stream()
                .filter(scenario -> WITH_PREPARED_ROWS.contains(scenario.name()))
                .toList();
        assertThat(held).hasSameSizeAs(WITH_PREPARED_ROWS);
        assertThat(held).allSatisfy(scenario -> assertThat(
                        PreparedRows.heapMegabytes(scenario.full().rows(), Options.STANDARD_DOCUMENT_BYTES))
                .isLessThan(Long.parseLong(heap.group(1)) << 10));
    }

    @Test
    void namesAreUnique() {
        assertThat(Scenarios.ALL).extracting(Scenario::name).doesNotHaveDuplicates();
    }
}
