/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.search.several;

import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.spi.search.FacetRequest;
import io.hbasesearch.gateway.answer.AsOf;
import io.hbasesearch.gateway.answer.FacetAnswer;
import io.hbasesearch.gateway.answer.FoundPage;
import io.hbasesearch.gateway.answer.MergedFacets;
import io.hbasesearch.gateway.answer.SearchAllAnswer;
import io.hbasesearch.gateway.answer.SearchAnswer;
import io.hbasesearch.gateway.cursor.Cursors;
import io.hbasesearch.gateway.rows.Outage;
import io.hbasesearch.gateway.search.PageOfIndex;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Builds the answer to a search over several indexes from the answers of these.
 *
 * @param names of all indexes that were asked for
 * @param pages of those that answered
 * @param failures of those that did not answer this page
 * @param byScore whether scores of several indexes were compared
 */
record MergedAnswer(
        List<String> names,
        List<PageOfIndex> pages,
        List<SearchAllAnswer.Hit> hits,
        Map<String, RuntimeException> failures,
        boolean byScore) {
    private static final List<String> BASES = List.of("table", "written", "announced", "unknown");

    /** @param start of the request, by {@link System#nanoTime} */
    SearchAllAnswer answer(Optional<String> next, long start) {
        boolean isTooLong =
                next.filter(text -> text.length() > Cursors.MAX_LENGTH).isPresent();
        List<String> notes = notes();
        if (isTooLong) {
            notes.add("there are more hits, but their cursor would be too long: ask fewer indexes at a time");
        }
        List<SearchAnswer> answers = pages.stream().map(PageOfIndex::answer).toList();
        return new SearchAllAnswer(
                run(start),
                total(answers),
                hits,
                facets(),
                checked(),
                new SearchAnswer.Paging(
                        isTooLong ? null : next.orElse(null),
                        null,
                        answers.stream().allMatch(each -> each.paging().snapshot()),
                        answers.stream().anyMatch(each -> each.paging().viewLost())),
                cuts(isTooLong),
                new SearchAnswer.Basis(
                        asOf(answers.stream().map(each -> each.basis().asOf()).toList()),
                        answers.stream().allMatch(each -> each.basis().complete()),
                        List.copyOf(notes)));
    }

    private Optional<PageOfIndex> page(String name) {
        return pages.stream().filter(page -> page.name().equals(name)).findFirst();
    }

    private List<String> missing() {
        return names.stream().filter(name -> page(name).isEmpty()).toList();
    }

    private SearchAllAnswer.Run run(long start) {
        List<String> plans = pages.stream()
                .map(page -> page.answer().run().plan())
                .distinct()
                .toList();
        return new SearchAllAnswer.Run(
                String.join(",", names),
                plans.size() == 1 ? plans.get(0) : "mixed",
                names.stream()
                        .map(name -> page(name)
                                .map(page -> SearchAllAnswer.OfIndex.of(page.answer()))
                                .orElseGet(() -> SearchAllAnswer.OfIndex.missing(name)))
                        .toList(),
                Duration.ofNanos(System.nanoTime() - start).toMillis());
    }

    private SearchAnswer.Total total(List<SearchAnswer> answers) {
        List<SearchAnswer.Total> totals =
                answers.stream().map(SearchAnswer::total).toList();
        return SearchAnswer.Total.of(
                totals.stream().mapToLong(SearchAnswer.Total::value).sum(),
                missing().isEmpty()
                        && totals.stream().allMatch(each -> each.relation().equals("eq")),
                totals.stream().allMatch(each -> each.of().equals("table")) ? "table" : "index");
    }

    private @Nullable Map<String, FacetAnswer> facets() {
        Map<String, FacetAnswer> merged = new LinkedHashMap<>();
        for (FacetRequest asked : pages.get(0).query().facets()) {
            FieldType type =
                    SharedFields.type(pages.get(0).definition(), asked.field()).orElseThrow();
            merged.put(
                    asked.name(),
                    MergedFacets.of(
                            asked,
                            type,
                            pages.stream()
                                    .map(page -> Objects.requireNonNull(
                                                    page.answer().facets())
                                            .get(asked.name()))
                                    .toList(),
                            missing().isEmpty()));
        }
        return merged.isEmpty() ? null : merged;
    }

    /** Adds the checks up; the mode is the least that any index applied. */
    private SearchAnswer.Checked checked() {
        List<FoundPage.Checks> all =
                pages.stream().map(page -> page.found().checks()).toList();
        return SearchAnswer.Checked.of(new FoundPage.Checks(
                all.stream()
                        .map(FoundPage.Checks::mode)
                        .min(Comparator.naturalOrder())
                        .orElseThrow(),
                all.stream().mapToInt(FoundPage.Checks::checked).sum(),
                all.stream().mapToInt(FoundPage.Checks::stale).sum(),
                all.stream().mapToInt(FoundPage.Checks::behind).sum(),
                all.stream().mapToInt(FoundPage.Checks::refilled).sum()));
    }

    private SearchAnswer.Cuts cuts(boolean lacksCursor) {
        List<SearchAnswer.Cut> cut = new ArrayList<>();
        List<String> degraded = new ArrayList<>();
        for (String name : names) {
            page(name).map(page -> page.answer().cuts()).ifPresent(cuts -> {
                cuts.cut()
                        .forEach(each ->
                                cut.add(new SearchAnswer.Cut(each.stage(), each.reason(), of(name, each.detail()))));
                cuts.degraded().forEach(backend -> degraded.add(backend + ":" + name));
            });
            if (page(name).isEmpty()) {
                RuntimeException failure = failures.get(name);
                cut.add(new SearchAnswer.Cut(
                        SearchAnswer.Cut.SEARCH,
                        failure == null ? SearchAnswer.Cut.DOWN : Outage.reason(failure),
                        of(name, "the index did not answer")));
                degraded.add("index:" + name);
            }
        }
        return new SearchAnswer.Cuts(
                cut.stream().anyMatch(SearchAnswer.Cut::isOfTime),
                lacksCursor
                        || !missing().isEmpty()
                        || pages.stream().anyMatch(page -> page.answer().cuts().partial()),
                cut,
                degraded);
    }

    private static String of(String name, String text) {
        return "index '" + name + "': " + text;
    }

    /** Returns the freshness of the index that is least up to date. */
    private static AsOf asOf(List<AsOf> all) {
        String basis = all.stream()
                .map(AsOf::basis)
                .max(Comparator.comparing(BASES::indexOf))
                .orElseThrow();
        return new AsOf(
                basis.equals("unknown") ? null : earliest(all.stream().map(AsOf::time)),
                basis,
                basis.equals("unknown") ? null : earliest(all.stream().map(AsOf::lookedAt)));
    }

    private static @Nullable String earliest(Stream<@Nullable String> times) {
        return times.filter(Objects::nonNull)
                .min(Comparator.comparing(Instant::parse))
                .orElse(null);
    }

    /** Returns the notes of all indexes; one that all have once. */
    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        for (String name : missing()) {
            notes.add(
                    failures.containsKey(name)
                            ? "index '" + name
                                    + "' could not be reached, or did not answer in time: its rows are missing"
                            : "index '" + name
                                    + "' did not answer when the first page was made: its rows are missing on all"
                                    + " pages, so start again without a cursor");
        }
        if (byScore && hits.stream().anyMatch(hit -> hit.hit().document().score() != null)) {
            notes.add(
                    "scores of different indexes compare only roughly, because each index weighs words by its own rows");
        }
        for (PageOfIndex page : pages) {
            for (String note : page.answer().basis().notes()) {
                boolean isOfAll = pages.stream()
                        .allMatch(other -> other.answer().basis().notes().contains(note));
                String text = isOfAll ? note : of(page.name(), note);
                if (!notes.contains(text)) {
                    notes.add(text);
                }
            }
        }
        return notes;
    }
}
