/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.answer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.MissingNode;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.query.WordOptions;
import io.hbasesearch.gateway.http.PacedOutput;
import io.hbasesearch.gateway.http.ProblemDocument;
import io.hbasesearch.gateway.http.ProblemException;
import io.hbasesearch.gateway.plan.PlanMode;
import io.hbasesearch.gateway.request.FacetInput;
import io.hbasesearch.gateway.request.KeyFormat;
import io.hbasesearch.gateway.request.RankingInput;
import io.hbasesearch.gateway.request.SearchParameters;
import io.hbasesearch.gateway.request.SortInput;
import io.hbasesearch.gateway.search.RowStream;
import io.hbasesearch.gateway.search.SearchService;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests when a stream closes its snapshot: after the caller has everything, and at once if the caller cannot continue in it. */
class RowStreamTest {
    private final List<String> events = new ArrayList<>();

    /** Says what was flushed. Breaks off at a line with this text, as the caller has gone. */
    private final class Caller extends ByteArrayOutputStream {
        private final String last;

        Caller(String last) {
            this.last = last;
        }

        @Override
        public void write(byte[] line) throws IOException {
            if (new String(line, UTF_8).contains(last)) {
                throw new IOException("Broken pipe");
            }
            super.write(line);
        }

        @Override
        public void flush() {
            events.add("flushed " + (toString().contains("\"end\"") ? "end" : "page"));
        }
    }

    /** Finds its caller too slow at the first line. */
    private static final class SlowAtFirst extends FilterOutputStream {
        private boolean told;

        SlowAtFirst(OutputStream to) {
            super(to);
        }

        @Override
        public void write(byte[] line) throws IOException {
            if (!told) {
                told = true;
                throw new PacedOutput.SlowReaderException();
            }
            out.write(line);
        }
    }

    private static SearchAnswer answer(@Nullable String next, SearchAnswer.Cut... cut) {
        return new SearchAnswer(
                new SearchAnswer.Run("words", "search", 1),
                new SearchAnswer.Total(1, "eq", "index"),
                List.of(),
                null,
                new SearchAnswer.Checked(0, new SearchAnswer.Verification("exists", 0, 0, 0, 0)),
                new SearchAnswer.Paging(next, null, true, false),
                new SearchAnswer.Cuts(false, false, List.of(cut), List.of()),
                new SearchAnswer.Basis(AsOf.table(Instant.EPOCH), true, List.of()));
    }

    private RowStream stream(Optional<String> cursor, Function<Optional<String>, SearchAnswer> pages) {
        SearchParameters asked = new SearchParameters(
                new SearchParameters.Criteria(
                        Optional.empty(),
                        List.of(),
                        new SortInput(List.of(), false),
                        new FacetInput(List.of(), MissingNode.getInstance()),
                        Optional.empty(),
                        new RankingInput(MissingNode.getInstance()),
                        WordOptions.EXACT),
                new SearchParameters.Presentation(Optional.empty(), 1, false, true, KeyFormat.TEXT),
                10,
                Duration.ofSeconds(1),
                Optional.empty(),
                PlanMode.AUTO,
                new SearchParameters.Paging(cursor, 0, true, true, "key-1"));
        return new RowStream(
                page -> new SearchService.Page(pages.apply(page.paging().cursor()), () -> events.add("closed")),
                asked,
                10,
                () -> false,
                failure -> ProblemDocument.of(503, ErrorCode.SERVER_UNREACHABLE, "gone", null));
    }

    /** Two pages. */
    private static SearchAnswer twoPages(Optional<String> cursor) {
        return cursor.isEmpty() ? answer("second") : answer(null);
    }

    @Test
    void theSnapshotStaysUntilTheEndIsOnItsWay() throws IOException {
        RowStream stream = stream(Optional.empty(), RowStreamTest::twoPages);
        stream.begin();
        stream.writeTo(new Caller("nothing of this"));

        assertThat(events).containsExactly("flushed page", "flushed end", "closed");
    }

    @Test
    void whoLosesTheLastPageCanAskForItAgainByTheCursorBefore() {
        RowStream stream = stream(Optional.empty(), RowStreamTest::twoPages);
        stream.begin();

        assertThatThrownBy(() -> stream.writeTo(new Caller("\"end\""))).isInstanceOf(IOException.class);
        assertThat(events).containsExactly("flushed page");
    }

    @Test
    void whoIsGoneBeforeTheFirstCursorComesBackForNone() {
        RowStream stream = stream(Optional.empty(), RowStreamTest::twoPages);
        stream.begin();

        assertThatThrownBy(() -> stream.writeTo(new Caller("\"cursor\""))).isInstanceOf(IOException.class);
        assertThat(events).containsExactly("closed");
    }

    @Test
    void whoReadsTooSlowlyIsToldSoBehindTheLastLine() throws IOException {
        RowStream stream = stream(Optional.empty(), RowStreamTest::twoPages);
        stream.begin();
        Caller caller = new Caller("nothing of this");
        stream.writeTo(new SlowAtFirst(caller));

        assertThat(caller.toString().lines().reduce((first, last) -> last).orElseThrow())
                .contains("problem", "429", "read at less than 4096 bytes per second", "Continue from the last cursor");
        assertThat(events).containsExactly("closed");
    }

    @Test
    void whoCameWithACursorCanComeWithItAgain() {
        RowStream stream = stream(Optional.of("first"), cursor -> answer(null));
        stream.begin();

        assertThatThrownBy(() -> stream.writeTo(new Caller("\"end\""))).isInstanceOf(IOException.class);
        assertThat(events).isEmpty();
    }

    @Test
    void aFirstPageThatIsNotWrittenIsNotKept() {
        SearchAnswer.Cut cut = SearchAnswer.Cut.ofTime(SearchAnswer.Cut.SEARCH, "late");
        RowStream stream = stream(Optional.empty(), cursor -> answer("second", cut));

        assertThatThrownBy(stream::begin).isInstanceOf(ProblemException.class);
        assertThat(events).containsExactly("closed");
    }

    @Test
    void aStreamThatEndsWithAProblemCanGoOn() throws IOException {
        RowStream stream = stream(Optional.empty(), cursor -> {
            if (cursor.isPresent()) {
                throw new IllegalStateException("no more");
            }
            return answer("second");
        });
        stream.begin();
        Caller caller = new Caller("nothing of this");
        stream.writeTo(caller);

        assertThat(caller.toString()).contains("\"problem\"");
        assertThat(events).doesNotContain("closed");
    }
}
