/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.rowkey.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.yaml.RowKeySpecReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyCheckTest {
    private static final double LITTLE = 1e-9;

    @TempDir
    Path directory;

    private RowKeySpec spec(String text) throws IOException {
        Path file = Files.writeString(directory.resolve("spec.yaml"), text);
        return new RowKeySpecReader(Map.of()).readFile(file);
    }

    private RowKeySpec userAndNumber() throws IOException {
        return spec("parts:\n  user: {width: 2}\n  dash: {kind: const, value: '-'}\n  number: {width: 3}\n");
    }

    private static List<RowKey> keys(String... keys) {
        return List.of(keys).stream().map(RowKey::utf8).toList();
    }

    @Test
    void keysThatDoNotFitAreCountedByReason() throws IOException {
        KeyCheck check = new KeyCheck(userAndNumber());
        check.addRegion(keys("u1-001", "u1x001", "u1-0011", "u2y002"), 0, 0);

        KeyCheckReport report = check.report();

        assertThat(report.keys()).isEqualTo(4);
        assertThat(report.unfit()).isEqualTo(3);
        assertThat(report.misfits()).extracting(KeyCheckReport.Misfit::keys).containsExactlyInAnyOrder(2L, 1L);
        assertThat(report.misfits())
                .as("reasons are for logs, too")
                .noneMatch(misfit ->
                        misfit.reason().contains("u1") || misfit.reason().contains("u2"));
    }

    @Test
    void examplesAreFewWhateverTheNumberOfKeys() throws IOException {
        KeyCheck check = new KeyCheck(userAndNumber());
        check.addRegion(
                IntStream.range(0, 100).mapToObj(i -> RowKey.utf8("no" + i)).toList(), 0, 0);

        assertThat(check.report().misfits())
                .allSatisfy(misfit -> assertThat(misfit.examples()).hasSizeLessThanOrEqualTo(KeyCheck.EXAMPLES));
        assertThat(check.report().unfit()).isEqualTo(100);
    }

    @Test
    void aSaltMayBeAnyOfItsValuesAndNoOther() throws IOException {
        RowKeySpec spec = spec("parts:\n  salt: {kind: salt, values: [a, b], width: 1}\n  id: {width: 3}\n");
        assertThat(KeyFit.of(spec, RowKey.utf8("a001"))).isInstanceOf(KeyFit.Fits.class);
        assertThat(KeyFit.of(spec, RowKey.utf8("b001"))).isInstanceOf(KeyFit.Fits.class);
        assertThat(KeyFit.of(spec, RowKey.utf8("c001"))).isInstanceOf(KeyFit.Unfit.class);
    }

    @Test
    void aSampleCountsAsMuchAsItsRegionHolds() throws IOException {
        KeyCheck check = new KeyCheck(userAndNumber());
        check.addRegion(keys("a1-001", "a2-001"), 900, 10);
        check.addRegion(keys("b1-001", "b1-002"), 100, 90);
        check.addRegion(keys(), 0, 0);

        KeyCheckReport report = check.report();

        assertThat(report.firstBytes()).extracting(KeyCheckReport.Share::of).containsExactly((int) 'a', (int) 'b');
        assertThat(report.firstBytes().get(0).share()).isCloseTo(0.9, within(LITTLE));
        assertThat(report.firstParts())
                .extracting(KeyCheckReport.Share::of)
                .containsExactly("key.user=a1", "key.user=a2", "key.user=b1");
        assertThat(report.firstParts().get(2).share()).isCloseTo(0.1, within(LITTLE));
        assertThat(report.regions().stream().map(report::isHot))
                .as("the first holds 90 % of the bytes, the second took 90 % of the writes")
                .containsExactly(true, true, false);
    }

    @Test
    void regionsOfUnknownSizeCountTheSame() throws IOException {
        KeyCheck check = new KeyCheck(userAndNumber());
        check.addRegion(keys("a1-001"), 0, 0);
        check.addRegion(keys("b1-001", "b1-002", "b1-003"), 0, 0);
        check.addRegion(keys(), 0, 0);

        KeyCheckReport report = check.report();

        assertThat(report.knowsSizes()).isFalse();
        assertThat(report.knowsWrites()).isFalse();
        assertThat(report.firstBytes())
                .allSatisfy(share -> assertThat(share.share()).isCloseTo(0.5, within(LITTLE)));
        assertThat(report.regions()).noneMatch(report::isHot);
    }
}
