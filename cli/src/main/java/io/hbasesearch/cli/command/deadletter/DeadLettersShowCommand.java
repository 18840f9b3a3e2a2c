/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.deadletter;

import io.hbasesearch.cli.command.BaseCommand;
import io.hbasesearch.cli.command.KeyNotation;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.indexer.deadletter.DeadLetterState;
import io.hbasesearch.indexer.kafka.DeadLetterReader;
import io.hbasesearch.indexer.kafka.DeadLetterReader.StoredDeadLetter;
import io.hbasesearch.indexer.pipeline.source.DeadLetter;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "show",
        description = "Show one dead letter: where and why it failed, and its event. Values only with --values.")
final class DeadLettersShowCommand extends BaseCommand {
    @Parameters(index = "0", paramLabel = "INDEX", description = "Name of an index.")
    private String index = "";

    @Parameters(
            index = "1",
            paramLabel = "OFFSET",
            description = "Offset of the dead letter, as 'dead-letters list' shows it.")
    private long offset;

    @Option(
            names = "--values",
            description = "Also show the event's bytes and its cells' values, which may be confidential.")
    private boolean values;

    DeadLettersShowCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() throws Exception {
        StoredDeadLetter found = find();
        DeadLetterState state = state(found);
        if (values) {
            console().warn("this shows values of the row as they were written: treat them as confidential.");
        }
        Map<String, @Nullable Object> row = row(found, state);
        if (session().format().isJson()) {
            console().result(Result.rows("dead_letters", List.copyOf(row.keySet()), List.of(row)));
        } else {
            console()
                    .result(Result.rows(
                            "dead_letters",
                            List.of("field", "value"),
                            row.entrySet().stream()
                                    .map(entry -> Result.row("field", entry.getKey(), "value", entry.getValue()))
                                    .toList()));
        }
        console().hint(hint(state));
        return ExitCode.DONE;
    }

    private StoredDeadLetter find() {
        return new DeadLetterReader(session().config().kafka())
                .from(index, offset, 1).stream()
                        .filter(letter -> letter.offset() == offset)
                        .findFirst()
                        .orElseThrow(() -> new HBaseSearchException(
                                ErrorCode.NOT_FOUND,
                                "index " + index + " has no dead letter " + offset,
                                "List them: hbase-search dead-letters list " + index,
                                null));
    }

    private DeadLetterState state(StoredDeadLetter found) throws Exception {
        try (DeadLetterIndex asked = DeadLetterIndex.open(session(), index)) {
            return asked.of(found.letter().row());
        }
    }

    private Map<String, @Nullable Object> row(StoredDeadLetter stored, DeadLetterState state) {
        DeadLetter letter = stored.letter();
        byte[] event = letter.event().value();
        Map<String, @Nullable Object> row = Result.row(
                "offset", stored.offset(),
                "time", letter.time().toString(),
                "index", letter.origin().index(),
                "table", letter.origin().table(),
                "row", letter.row().map(KeyNotation::hbase).orElse(null),
                "stage", letter.failure().stage().toString(),
                "code", letter.failure().code().toString(),
                "state", DeadLetterRows.text(state),
                "message", letter.failure().message(),
                "event_topic", letter.origin().topic(),
                "event_partition", letter.event().partition(),
                "event_offset", letter.event().offset(),
                "event_bytes", stored.eventBytes(),
                "event_left_out", stored.truncated().map(Enum::name).orElse(null));
        row.put("event", EventView.of(event, values));
        if (values) {
            row.put("event_base64", event == null ? null : Base64.getEncoder().encodeToString(event));
        }
        return row;
    }

    private String hint(DeadLetterState state) {
        return switch (state) {
            case OPEN ->
                "Once the cause is fixed: hbase-search dead-letters replay " + index + " " + offset + " --wait";
            case HEALED ->
                "The row is indexed again, or was deleted. To delete this dead letter and those before it: hbase-search dead-letters"
                        + " purge " + index + " --before " + (offset + 1);
            case NO_ROW ->
                "The event names no row, so there is none to read again; to find what it may have changed:"
                        + " hbase-search verify " + index;
            case UNKNOWN -> "Check that the index exists: hbase-search index list";
        };
    }
}
