/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.deadletter;

import io.hbasesearch.cli.command.BaseCommand;
import io.hbasesearch.cli.command.Stoppable;
import io.hbasesearch.cli.output.Progress;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.indexer.deadletter.DeadLetterFilter;
import io.hbasesearch.indexer.deadletter.DeadLetterPage;
import io.hbasesearch.indexer.deadletter.DeadLetterPurge;
import io.hbasesearch.indexer.deadletter.DeadLetterState;
import io.hbasesearch.indexer.kafka.DeadLetterReader;
import io.hbasesearch.indexer.kafka.DeadLetterReader.Span;
import io.hbasesearch.indexer.kafka.DeadLetterReader.StoredDeadLetter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

@Command(
        name = "list",
        description = "List the dead letters of an index, newest first, with the state of their rows: 'open' has no"
                + " document, 'healed' has one again or was deleted. Never shows a value.")
final class DeadLettersListCommand extends BaseCommand {
    @Parameters(paramLabel = "INDEX", description = "Name of an index.")
    private String index = "";

    @Mixin
    private DeadLetterSelection selection = new DeadLetterSelection();

    @Option(
            names = "--state",
            paramLabel = "STATE",
            description = "Only dead letters in this state: ${COMPLETION-CANDIDATES}.")
    private @Nullable DeadLetterState state;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "20",
            description = "The most dead letters to list (default: ${DEFAULT-VALUE}).")
    private int limit;

    @Option(
            names = "--after",
            paramLabel = "OFFSET",
            description = "Continue after this dead letter, the last of a page.")
    private @Nullable Long after;

    @Option(names = "--totals", description = "Show only the counts by stage and code.")
    private boolean totals;

    DeadLettersListCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        if (limit < 0) {
            throw new ParameterException(spec().commandLine(), "--limit must not be negative");
        }
        DeadLetterFilter filter = selection.filter(Set.of());
        DeadLetterPage page = new DeadLetterPage(limit, after == null ? Long.MAX_VALUE : after);
        List<DeadLetterState> states = Stoppable.call(
                session(), "nothing was changed", "Run the same command again.", () -> read(filter, page));
        console().result(totals ? totals(page) : letters(page, states));
        if (!totals) {
            console().info(summary(page));
        }
        console().hint(hint(page, states, filter));
        return ExitCode.DONE;
    }

    /**
     * @return the states of the page's dead letters; the index is asked about others only if they are selected by their state
     */
    private List<DeadLetterState> read(DeadLetterFilter filter, DeadLetterPage page) throws Exception {
        if (totals && state == null) {
            read(filter, page, row -> DeadLetterState.UNKNOWN);
            return List.of();
        }
        try (DeadLetterIndex asked = DeadLetterIndex.open(session(), index)) {
            if (state != null) {
                asked.requireKnown(state);
            }
            read(filter, page, asked);
            return page.entries().stream().map(entry -> asked.of(entry.row())).toList();
        }
    }

    private void read(DeadLetterFilter filter, DeadLetterPage page, DeadLetterPurge.States states) {
        DeadLetterReader reader = new DeadLetterReader(session().config().kafka());
        Span span = reader.span(index);
        long begin = filter.since()
                .map(time -> Math.max(span.begin(), reader.offsetAt(index, time)))
                .orElse(span.begin());
        try (Progress progress = Progress.start(console(), "Reading", span.end() - begin, "letters")) {
            reader.scan(index, new Span(begin, span.end()), new DeadLetterReader.Visitor() {
                @Override
                public void visit(StoredDeadLetter letter) {
                    if (filter.matches(letter)
                            && (state == null
                                    || state == states.of(letter.letter().row()))) {
                        page.add(letter);
                    }
                }

                @Override
                public void reached(long offset) {
                    progress.update(offset - begin, page.count() + " selected");
                }
            });
            progress.finish();
        }
    }

    private Result letters(DeadLetterPage page, List<DeadLetterState> states) {
        Map<String, Object> summary = new LinkedHashMap<>();
        summary.put("index", index);
        summary.put("letters", page.count());
        summary.put("totals", DeadLetterRows.totals(page));
        lastOffset(page).ifPresent(offset -> summary.put("next_after", offset));
        List<DeadLetterPage.Entry> entries = page.entries();
        return new Result(
                "dead_letters",
                summary,
                List.of("offset", "time", "row", "stage", "code", "state", "message"),
                IntStream.range(0, states.size())
                        .mapToObj(i -> DeadLetterRows.row(entries.get(i), states.get(i), selection.keys()))
                        .toList());
    }

    private Result totals(DeadLetterPage page) {
        return Result.rows("totals", List.of("stage", "code", "letters"), DeadLetterRows.totals(page));
    }

    private static String summary(DeadLetterPage page) {
        return page.count() + " in all"
                + (page.count() == 0
                        ? "."
                        : ": "
                                + page.totals().stream()
                                        .map(total -> total.letters() + " "
                                                + total.kind().stage() + "/"
                                                + total.kind().code())
                                        .collect(Collectors.joining(", "))
                                + ".");
    }

    /** Returns the offset at which the next page continues, if there is one. */
    private static Optional<Long> lastOffset(DeadLetterPage page) {
        List<DeadLetterPage.Entry> entries = page.entries();
        return page.hasOlder() && !entries.isEmpty()
                ? Optional.of(entries.get(entries.size() - 1).offset())
                : Optional.empty();
    }

    private String hint(DeadLetterPage page, List<DeadLetterState> states, DeadLetterFilter filter) {
        if (page.count() == 0) {
            return filter.isAll() && state == null
                    ? "No row of index " + index + " has failed so far."
                    : "No dead letter matches; to list all: hbase-search dead-letters list " + index;
        }
        if (totals) {
            return "To list them, omit --totals; only the open ones: hbase-search dead-letters list " + index
                    + " --state open";
        }
        if (lastOffset(page).isPresent()) {
            return "For the next page, add --after " + lastOffset(page).get() + ".";
        }
        return states.contains(DeadLetterState.OPEN)
                ? "Once the cause is fixed: hbase-search dead-letters replay " + index + " --all --wait"
                : "Show one in full: hbase-search dead-letters show " + index + " OFFSET";
    }
}
