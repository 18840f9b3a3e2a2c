/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.rowkey;

import io.hbasesearch.cli.output.Console;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.rowkey.check.KeyCheckReport;
import io.hbasesearch.core.rowkey.check.RegionSample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Shows a {@link KeyCheckReport}: a row for each region, and a summary of a few lines. For one thread. */
final class KeyCheckOutput {
    /** The most first bytes and first parts to show. */
    private static final int SHOWN = 10;

    private final Console console;
    private final boolean showKeys;

    /** @param showKeys whether more of a row key than its first byte may be shown */
    KeyCheckOutput(Console console, boolean showKeys) {
        this.console = console;
        this.showKeys = showKeys;
    }

    /** @param ranges of the report's regions */
    void show(KeyCheckReport report, List<KeyRange> ranges) {
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        for (int i = 0; i < ranges.size(); i++) {
            rows.add(row(i + 1, report, report.regions().get(i), ranges.get(i)));
        }
        List<String> columns =
                new ArrayList<>(List.of("region", "sampled", "unfit", "first_parts", "share", "writes", "hot"));
        if (showKeys) {
            columns.add(1, "start");
        }
        console.result(new Result("regions", summary(report), columns, rows));
        tell(report);
    }

    private Map<String, @Nullable Object> row(int number, KeyCheckReport report, RegionSample region, KeyRange range) {
        Map<String, @Nullable Object> row = Result.row("region", number);
        if (showKeys) {
            row.put("start", printable(range.start()));
        }
        row.put("sampled", region.keys());
        row.put("unfit", region.unfit());
        row.put("first_parts", region.firstParts().size());
        row.put("share", rounded(report.share(region)));
        row.put("writes", report.knowsWrites() ? rounded(report.shareOfWrites(region)) : null);
        row.put("hot", report.isHot(region));
        return row;
    }

    private static String printable(ByteArray start) {
        return start.isEmpty() ? "" : new RowKey(start).printable();
    }

    private static double rounded(double share) {
        return Math.round(share * 10_000) / 10_000.0;
    }

    private Map<String, Object> summary(KeyCheckReport report) {
        Map<String, Object> summary = new LinkedHashMap<>();
        summary.put("sampled", report.keys());
        summary.put("unfit", report.unfit());
        summary.put("sizes_known", report.knowsSizes());
        summary.put("misfits", report.misfits().stream().map(this::misfit).toList());
        summary.put(
                "first_bytes",
                report.firstBytes().stream().map(KeyCheckOutput::firstByte).toList());
        summary.put("first_parts", report.firstParts().size());
        summary.put(
                "largest_first_parts",
                largest(report).stream().map(this::firstPart).toList());
        return summary;
    }

    private Map<String, @Nullable Object> misfit(KeyCheckReport.Misfit misfit) {
        Map<String, @Nullable Object> row = Result.row("reason", misfit.reason(), "keys", misfit.keys());
        if (showKeys) {
            row.put(
                    "examples",
                    misfit.examples().stream().map(RowKey::printable).toList());
        }
        return row;
    }

    private static Map<String, @Nullable Object> firstByte(KeyCheckReport.Share<Integer> share) {
        return Result.row("byte", name(share.of()), "share", rounded(share.share()));
    }

    private Map<String, @Nullable Object> firstPart(KeyCheckReport.Share<String> share) {
        return showKeys
                ? Result.row("part", share.of(), "share", rounded(share.share()))
                : Result.row("share", rounded(share.share()));
    }

    private static List<KeyCheckReport.Share<String>> largest(KeyCheckReport report) {
        return report.firstParts().stream().limit(SHOWN).toList();
    }

    private static String name(int firstByte) {
        return RowKey.wrap(new byte[] {(byte) firstByte}).printable();
    }

    private void tell(KeyCheckReport report) {
        report.misfits().forEach(misfit -> {
            console.info(misfit.keys() + (misfit.keys() == 1 ? " key: " : " keys: ") + misfit.reason());
            if (showKeys) {
                misfit.examples().forEach(key -> console.info("  " + key.printable()));
            }
        });
        if (report.keys() == 0) {
            return;
        }
        console.info("First bytes: "
                + report.firstBytes().stream()
                        .limit(SHOWN)
                        .map(share -> name(share.of()) + " " + percent(share.share()))
                        .collect(Collectors.joining(
                                ", ", "", more(report.firstBytes().size()))));
        if (!report.firstParts().isEmpty()) {
            console.info("First parts: " + report.firstParts().size() + " in the sample; the largest have "
                    + largest(report).stream()
                            .map(share -> (showKeys ? share.of() + " " : "") + percent(share.share()))
                            .collect(Collectors.joining(", ")));
        }
        tellHot(report);
    }

    private void tellHot(KeyCheckReport report) {
        long hot = report.regions().stream().filter(report::isHot).count();
        if (hot > 0) {
            console.info(hot + " of " + report.regions().size() + (hot == 1 ? " regions has" : " regions have")
                    + " more than twice an even share of the table or of its writes.");
        }
        if (!report.knowsSizes()) {
            console.info("Servers did not report the sizes of regions (a new table reports them after its first flush):"
                    + " each region counts the same.");
        }
    }

    private static String more(int number) {
        return number > SHOWN ? " and " + (number - SHOWN) + " more" : "";
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", share * 100);
    }
}
