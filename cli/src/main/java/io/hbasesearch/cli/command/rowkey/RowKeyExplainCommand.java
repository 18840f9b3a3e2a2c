/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.rowkey;

import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.rowkey.RowKeySpec;
import io.hbasesearch.core.rowkey.plan.AccessPath;
import io.hbasesearch.core.rowkey.plan.KeyPlanner;
import io.hbasesearch.core.rowkey.plan.Predicate;
import io.hbasesearch.core.rowkey.plan.PredicateText;
import io.hbasesearch.core.rowkey.value.BytePattern;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

@Command(
        name = "explain",
        description = {
            "Show how rows that match all predicates are found: by gets, by ranges of keys, or not by keys at all.",
            "Predicates: FIELD=VALUE, also < <= > >=; FIELD|=A|B for any of several; FIELD^=BEGINNING; FIELD$=END;"
                    + " FIELD?=TEXT with ? for any character; FIELD@=WEST,SOUTH,EAST,NORTH for what meets a box."
        })
final class RowKeyExplainCommand extends RowKeyVerb {
    @Parameters(index = "1..*", arity = "1..*", paramLabel = "PREDICATE", description = "A condition on a field.")
    private List<String> predicates = new ArrayList<>();

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "The most gets or ranges (default: " + KeyPlanner.DEFAULT_LIMIT + ").")
    private int limit = KeyPlanner.DEFAULT_LIMIT;

    private final Map<Predicate, String> texts = new LinkedHashMap<>();

    RowKeyExplainCommand(Session session) {
        super(session);
    }

    @Override
    int run(RowKeySpec spec) {
        if (limit < 1) {
            throw new ParameterException(spec().commandLine(), "--limit must be at least 1");
        }
        PredicateText parser = new PredicateText(spec);
        predicates.forEach(text -> texts.put(parser.parse(text), text));
        AccessPath path = new KeyPlanner(spec, limit).plan(List.copyOf(texts.keySet()));
        if (path instanceof AccessPath.Gets gets) {
            show(gets);
        } else if (path instanceof AccessPath.Scan scan) {
            show(scan);
        } else if (path instanceof AccessPath.None none) {
            show(none);
        }
        return ExitCode.DONE;
    }

    private void show(AccessPath.Gets gets) {
        String path = gets.keys().size() == 1 ? "get" : "multi-get";
        Map<String, Object> summary = summary(path, gets.residual());
        console()
                .result(new Result(
                        "gets",
                        summary,
                        List.of("path", "key"),
                        gets.keys().stream()
                                .map(key -> Result.row("path", "get", "key", keys().format(key)))
                                .toList()));
        console().info(gets.keys().isEmpty() ? "No row can match." : "Path: " + path + ".");
        residual(gets.residual());
    }

    private void show(AccessPath.Scan scan) {
        Map<String, Object> summary = summary("scan", scan.residual());
        List<String> order = scan.order().stream()
                .map(field -> field.field() + (field.descending() ? " descending" : ""))
                .toList();
        summary.put("order", order);
        scan.widened().ifPresent(why -> summary.put("widened", why));
        summary.put("patterns", scan.fuzzy().stream().map(this::pattern).toList());
        List<Map<String, @Nullable Object>> rows =
                scan.ranges().stream().map(this::row).toList();
        console().result(new Result("ranges", summary, List.of("path", "from", "to"), rows));
        console().info("Path: scan of " + rows.size() + (rows.size() == 1 ? " range." : " ranges."));
        scan.widened().ifPresent(why -> console().info("Wider than the predicates: " + why + "."));
        scan.fuzzy().forEach(pattern -> console().info("Fuzzy filter: " + pattern(pattern)));
        if (!order.isEmpty()) {
            console().info("Rows of a range come in the order of " + String.join(", ", order) + ".");
        }
        residual(scan.residual());
    }

    private void show(AccessPath.None none) {
        Map<String, Object> summary = summary("none", List.copyOf(texts.keySet()));
        summary.put("reason", none.reason());
        console()
                .result(new Result(
                        "ranges",
                        summary,
                        List.of("path", "reason"),
                        List.of(Result.row("path", "none", "reason", none.reason()))));
        console().hint("Add predicates on the first fields of the key, or use the search index.");
    }

    private Map<String, Object> summary(String path, List<Predicate> residual) {
        Map<String, Object> summary = new LinkedHashMap<>();
        summary.put("path", path);
        summary.put("residual", residual.stream().map(texts::get).toList());
        return summary;
    }

    private void residual(List<Predicate> residual) {
        console()
                .info(
                        residual.isEmpty()
                                ? "Every one of these rows matches."
                                : "Each row is checked for: "
                                        + String.join(
                                                ", ",
                                                residual.stream()
                                                        .map(texts::get)
                                                        .toList()));
        console().hint("See the values of a key: hbase-search rowkey decode " + file() + " KEY");
    }

    private Map<String, @Nullable Object> row(KeyRange range) {
        return Result.row("path", "scan", "from", bound(range.start()), "to", bound(range.stop()));
    }

    private @Nullable String bound(ByteArray bound) {
        return bound.isEmpty() ? null : keys().format(new RowKey(bound));
    }

    /** Formats a pattern in hexadecimal digits, with {@code ??} for any byte. */
    private String pattern(BytePattern pattern) {
        StringBuilder text = new StringBuilder(pattern.bytes().hex());
        pattern.any().stream().forEach(position -> text.replace(2 * position, 2 * position + 2, "??"));
        return text.toString();
    }
}
