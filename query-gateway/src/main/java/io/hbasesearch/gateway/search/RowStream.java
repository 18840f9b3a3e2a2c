/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.gateway.answer.SearchAnswer;
import io.hbasesearch.gateway.http.Json;
import io.hbasesearch.gateway.http.PacedOutput;
import io.hbasesearch.gateway.http.ProblemDocument;
import io.hbasesearch.gateway.http.ProblemException;
import io.hbasesearch.gateway.request.SearchParameters;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Streams all matches, one JSON object per line. It reads and writes page after page: memory holds one page at a time, and a slow caller
 * delays the next read. After each page, a line has the cursor from which another stream can continue. The last line is {@code end} or
 * {@code problem}; a stream without either was cut off. A page that may lack rows is not written: the stream ends with a problem, and the
 * last cursor before it leads to all of the rows. For one thread.
 *
 * <p>The stream releases its snapshot once the end is written, or if it fails before its caller has a cursor. Otherwise the snapshot stays
 * as long as any other, because the caller may continue in it.
 */
public final class RowStream {
    public static final String MEDIA_TYPE = "application/x-ndjson";

    private final Function<SearchParameters, SearchService.Page> pages;
    private final SearchParameters asked;
    private final int pageSize;
    private final BooleanSupplier stopping;
    private final Function<RuntimeException, ProblemDocument> problems;
    private final StreamSums sums = new StreamSums();
    private @Nullable SearchAnswer answer;
    private Runnable release = () -> {};
    private boolean callerKnowsCursor;

    /**
     * @param pages makes one page
     * @param pageSize hits of a page
     * @param stopping whether the gateway is about to stop; the stream then ends after its page
     * @param problems what callers are told about a failure
     */
    public RowStream(
            Function<SearchParameters, SearchService.Page> pages,
            SearchParameters asked,
            int pageSize,
            BooleanSupplier stopping,
            Function<RuntimeException, ProblemDocument> problems) {
        this.pages = pages;
        this.asked = asked;
        this.pageSize = pageSize;
        this.stopping = stopping;
        this.problems = problems;
        this.callerKnowsCursor = asked.paging().cursor().isPresent();
    }

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Line(
            SearchAnswer.@Nullable Hit hit,
            @Nullable String cursor,
            @Nullable End end,
            @Nullable ProblemDocument problem) {
        static Line of(SearchAnswer.Hit hit) {
            return new Line(hit, null, null, null);
        }

        static Line of(String cursor) {
            return new Line(null, cursor, null, null);
        }

        static Line of(ProblemDocument problem) {
            return new Line(null, null, null, problem);
        }
    }

    /**
     * Last line of a complete stream.
     *
     * @param total of the last page
     * @param viewLost true if true for any page; {@code degraded} and the notes also collect those of all pages
     * @param cut what the deadline cut from any page, the first of each stage; rows that one page lacked came with the next one
     * @param basis fresh as the first page, and complete if every page is
     */
    record End(
            @JsonUnwrapped Sums sums,
            SearchAnswer.Total total,
            boolean viewLost,
            List<SearchAnswer.Cut> cut,
            List<String> degraded,
            @JsonUnwrapped SearchAnswer.Basis basis) {}

    /** @param hits lines with a hit */
    record Sums(String index, long hits, long staleDropped) {}

    /** Makes the first page, so that an invalid request is reported before anything is written. */
    public void begin() {
        goTo(page(asked.paging().cursor()));
    }

    private void goTo(SearchService.Page page) {
        answer = page.answer();
        release = page.release();
    }

    /** @throws ProblemException 504 if hits may be missing that no later page would return */
    private SearchService.Page page(Optional<String> place) {
        SearchService.Page page = pages.apply(asked.page(place, pageSize));
        page.answer().cuts().cut().stream()
                .filter(each -> each.stage().equals(SearchAnswer.Cut.SEARCH))
                .findFirst()
                .ifPresent(each -> {
                    releaseUnlessKnown(page.release());
                    throw new ProblemException(ProblemDocument.of(
                            504,
                            ErrorCode.TIMED_OUT,
                            each.detail() + ", so that rows would be missing",
                            place.isPresent()
                                    ? "Continue from the last cursor with a longer timeout."
                                    : "Try again with a longer timeout, or request less."));
                });
        return page;
    }

    private void releaseUnlessKnown(Runnable release) {
        if (!callerKnowsCursor) {
            release.run();
        }
    }

    /** Writes the stream. Blocks while the caller does not read; ends after a complete line if the output is read too slowly. */
    public void writeTo(OutputStream out) throws IOException {
        try {
            writePages(out);
        } catch (PacedOutput.SlowReaderException e) {
            releaseUnlessKnown(release);
            out.write(Json.line(Line.of(tooSlow())));
        } catch (IOException | RuntimeException e) {
            releaseUnlessKnown(release);
            throw e;
        }
    }

    /** Returns the page that was made, and forgets it: it is not in memory while the next one is made. */
    private SearchAnswer made() {
        SearchAnswer made = Objects.requireNonNull(answer, "not begun");
        answer = null;
        return made;
    }

    /** Returns the cursor of the next page; null if there is none. */
    private @Nullable String writeHits(SearchAnswer page, OutputStream out) throws IOException {
        for (SearchAnswer.Hit hit : page.hits()) {
            out.write(Json.line(Line.of(hit)));
        }
        sums.add(page);
        return page.paging().next();
    }

    private void writePages(OutputStream out) throws IOException {
        while (true) {
            String next = writeHits(made(), out);
            if (next == null) {
                out.write(Json.line(new Line(null, null, sums.end(), null)));
                out.flush();
                // Not earlier: a caller that lost the last page requests it again with the previous cursor.
                release.run();
                return;
            }
            out.write(Json.line(Line.of(next)));
            out.flush();
            callerKnowsCursor = true;
            Optional<ProblemDocument> failure = turn(next);
            if (failure.isPresent()) {
                out.write(Json.line(Line.of(failure.get())));
                return;
            }
        }
    }

    private static ProblemDocument tooSlow() {
        return ProblemDocument.of(
                429,
                ErrorCode.THROTTLED,
                "the stream was read at less than " + PacedOutput.BYTES_PER_SECOND + " bytes per second for "
                        + PacedOutput.WINDOW.toSeconds() + " s, and other streams are waiting",
                "Continue from the last cursor and read faster, or use pages of a search.");
    }

    private Optional<ProblemDocument> turn(String next) {
        if (stopping.getAsBoolean()) {
            return Optional.of(ProblemDocument.of(
                    503,
                    ErrorCode.THROTTLED,
                    "the gateway is stopping",
                    "Continue on another gateway from the last cursor."));
        }
        try {
            goTo(page(Optional.of(next)));
            return Optional.empty();
        } catch (RuntimeException e) {
            return Optional.of(problems.apply(e));
        }
    }
}
