/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import io.hbasesearch.cli.ExitCode;
import io.hbasesearch.cli.Session;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.indexer.kafka.DeadLetterReader;
import io.hbasesearch.indexer.kafka.DeadLetterReader.StoredDeadLetter;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "dead-letters",
        description = "Look at events whose rows could not be indexed.",
        subcommands = {DeadLettersCommand.Listing.class, DeadLettersCommand.Show.class})
public final class DeadLettersCommand extends GroupCommand {

    @Command(name = "list", description = "List the newest dead letters of an index.")
    static final class Listing extends BaseCommand {
        @Parameters(paramLabel = "INDEX", description = "Name of an index.")
        private String index = "";

        @Option(
                names = "--limit",
                paramLabel = "N",
                defaultValue = "20",
                description = "How many at most (default: ${DEFAULT-VALUE}).")
        private int limit;

        Listing(Session session) {
            super(session);
        }

        @Override
        public Integer call() {
            DeadLetterReader reader = new DeadLetterReader(session().config().kafka());
            List<StoredDeadLetter> letters = reader.latest(index, limit);
            console()
                    .result(Result.rows(
                            "dead_letters",
                            List.of("offset", "time", "row", "stage", "code", "message"),
                            letters.stream().map(DeadLettersCommand::row).toList()));
            console().info(reader.count(index) + " in all.");
            console()
                    .hint(
                            letters.isEmpty()
                                    ? "Every row of index " + index + " could be indexed so far."
                                    : "See one whole: hbase-search dead-letters show " + index + " OFFSET");
            return ExitCode.DONE;
        }
    }

    @Command(name = "show", description = "Show one dead letter with its original event.")
    static final class Show extends BaseCommand {
        @Parameters(index = "0", paramLabel = "INDEX", description = "Name of an index.")
        private String index = "";

        @Parameters(index = "1", paramLabel = "OFFSET", description = "As 'dead-letters list' shows it.")
        private long offset;

        Show(Session session) {
            super(session);
        }

        @Override
        public Integer call() {
            StoredDeadLetter found = new DeadLetterReader(session().config().kafka())
                    .from(index, offset, 1).stream()
                            .filter(letter -> letter.offset() == offset)
                            .findFirst()
                            .orElseThrow(() -> new HBaseSearchException(
                                    ErrorCode.NOT_FOUND,
                                    "index " + index + " has no dead letter " + offset,
                                    "See which there are: hbase-search dead-letters list " + index,
                                    null));
            Map<String, @Nullable Object> row = row(found);
            byte[] event = found.letter().event().value();
            row.put("event_base64", event == null ? null : Base64.getEncoder().encodeToString(event));
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
            return ExitCode.DONE;
        }
    }

    private static Map<String, @Nullable Object> row(StoredDeadLetter stored) {
        return Result.row(
                "offset", stored.offset(),
                "time", stored.letter().time().toString(),
                "table", stored.letter().table(),
                "row", rowKey(stored.letter().event().key()),
                "stage", stored.letter().stage().toString(),
                "code", stored.letter().code().toString(),
                "message", stored.letter().message());
    }

    private static @Nullable String rowKey(byte @Nullable [] key) {
        return key == null || key.length == 0 ? null : RowKey.copyOf(key).printable();
    }
}
