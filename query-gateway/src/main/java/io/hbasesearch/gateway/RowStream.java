/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.gateway.http.Json;
import io.hbasesearch.gateway.http.PacedOutput;
import io.hbasesearch.gateway.http.ProblemDocument;
import io.hbasesearch.gateway.http.ProblemException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All matches, one JSON object on a line: page after page is made and written, so that memory holds one page at a time, and a
 * caller who reads slowly holds back the reading of the next. After each page a line tells the cursor from which another stream goes
 * on. The last line is {@code end}, or {@code problem}: a stream without either was cut off. A page in which rows may be missing is
 * not written: it is a problem, and the cursor before it leads to all of them. For one thread.
 *
 * <p>Its snapshot is let go of once the end is written, and if it breaks off before its caller knows a cursor. Otherwise it stays as
 * long as any other, as the caller may go on in it.
 */
final class RowStream {
    static final String MEDIA_TYPE = "application/x-ndjson";

    private final Function<SearchParameters, SearchService.Page> pages;
    private final SearchParameters asked;
    private final int pageSize;
    private final BooleanSupplier stopping;
    private final Function<RuntimeException, ProblemDocument> problems;
    private final StreamSums sums = new StreamSums();
    private SearchService.@Nullable Page made;
    private boolean callerKnowsCursor;

    /**
     * @param pages makes one page
     * @param pageSize hits of a page
     * @param stopping whether the gateway is about to stop: the stream then ends after its page
     * @param problems what callers are told of a failure
     */
    RowStream(
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
    record Line(SearchAnswer.@Nullable Hit hit, @Nullable String cursor, @Nullable End end, @Nullable ProblemDocument problem) {
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
     * How it ended.
     *
     * @param hits lines with a hit
     * @param total of the last page
     * @param viewLost as {@code degraded} and {@code notes}: of any page
     * @param cut what the deadline cut of any page, the first of each stage; rows that a page lacked came with the next one
     * @param asOf of the first page
     * @param complete of every page
     */
    record End(
            String index,
            long hits,
            long staleDropped,
            SearchAnswer.Total total,
            boolean viewLost,
            List<SearchAnswer.Cut> cut,
            List<String> degraded,
            AsOf asOf,
            boolean complete,
            List<String> notes) {}

    /** Makes the first page, so that what is wrong with the request is told before anything is written. */
    void begin() {
        made = page(asked.paging().cursor());
    }

    /** @throws ProblemException 504 if hits may be missing that no later page would bring */
    private SearchService.Page page(Optional<String> place) {
        SearchService.Page page = pages.apply(asked.page(place, pageSize));
        page.answer().cut().stream()
                .filter(each -> each.stage().equals(SearchAnswer.Cut.SEARCH))
                .findFirst()
                .ifPresent(each -> {
                    letGoUnlessKnown(page);
                    throw new ProblemException(ProblemDocument.of(
                            504,
                            ErrorCode.TIMED_OUT,
                            each.detail() + ", so that rows would be missing",
                            place.isPresent()
                                    ? "Go on with the last cursor, and with a longer timeout."
                                    : "Ask again with a longer timeout, or for less."));
                });
        return page;
    }

    private void letGoUnlessKnown(SearchService.Page page) {
        if (!callerKnowsCursor) {
            page.letGo().run();
        }
    }

    /** Writes everything. Blocks as long as the caller does not read, and ends behind a line if the output finds that too slow. */
    void writeTo(OutputStream out) throws IOException {
        try {
            writePages(out);
        } catch (PacedOutput.SlowReaderException e) {
            letGoUnlessKnown(made());
            out.write(Json.line(Line.of(tooSlow())));
        } catch (IOException | RuntimeException e) {
            letGoUnlessKnown(made());
            throw e;
        }
    }

    private SearchService.Page made() {
        return Objects.requireNonNull(made, "not begun");
    }

    private void writePages(OutputStream out) throws IOException {
        while (true) {
            SearchAnswer page = made().answer();
            for (SearchAnswer.Hit hit : page.hits()) {
                out.write(Json.line(Line.of(hit)));
            }
            sums.add(page);
            String next = page.next();
            if (next == null) {
                out.write(Json.line(new Line(null, null, sums.end(), null)));
                out.flush();
                // Not before: a caller who lost the last page asks for it again by the cursor before it.
                made().letGo().run();
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
                "the stream was read at less than " + PacedOutput.BYTES_PER_SECOND + " bytes in a second for "
                        + PacedOutput.WINDOW.toSeconds() + " s, and others wait for its place",
                "Go on with the last cursor and read faster, or take pages of a search.");
    }

    private Optional<ProblemDocument> turn(String next) {
        if (stopping.getAsBoolean()) {
            return Optional.of(ProblemDocument.of(
                    503, ErrorCode.THROTTLED, "the gateway is stopping", "Go on elsewhere with the last cursor."));
        }
        try {
            made = page(Optional.of(next));
            return Optional.empty();
        } catch (RuntimeException e) {
            return Optional.of(problems.apply(e));
        }
    }
}
