/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.rows;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.mapping.RowMapper;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.row.ByteBudget;
import io.hbasesearch.core.rowkey.plan.Predicate;
import io.hbasesearch.gateway.answer.AsOf;
import io.hbasesearch.gateway.answer.CellView;
import io.hbasesearch.gateway.answer.MappedRow;
import io.hbasesearch.gateway.answer.RowAnswer;
import io.hbasesearch.gateway.answer.RowsAnswer;
import io.hbasesearch.gateway.answer.SearchAnswer;
import io.hbasesearch.gateway.answer.ShownColumns;
import io.hbasesearch.gateway.catalog.SearchableIndex;
import io.hbasesearch.gateway.guard.RequestDeadline;
import io.hbasesearch.gateway.guard.RowRoom;
import io.hbasesearch.gateway.http.Fault;
import io.hbasesearch.gateway.http.ProblemDocument;
import io.hbasesearch.gateway.http.ProblemException;
import io.hbasesearch.gateway.request.KeyFormat;
import io.hbasesearch.gateway.request.Keys;
import io.hbasesearch.gateway.request.ParameterNames.RowParameters;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads rows by key, directly from HBase. Safe for use by several threads. */
public final class RowService {
    private final RowFetcher fetcher;
    private final KeySearch search;
    private final Clock clock;

    public RowService(RowFetcher fetcher, KeySearch search, Clock clock) {
        this.fetcher = fetcher;
        this.search = search;
        this.clock = clock;
    }

    /** @throws ProblemException 400 if the key cannot be parsed, 404 if the row has none of the requested columns */
    public RowAnswer read(SearchableIndex index, String keyText, RowParameters parameters, RowRoom.Held held) {
        RowKey key = Keys.parse(keyText, parameters.keyFormat());
        return rows(index, List.of(key), parameters, held).found().stream()
                .findFirst()
                .orElseThrow(() -> new ProblemException(ProblemDocument.of(
                        404,
                        ErrorCode.NOT_FOUND,
                        "the table " + index.definition().table() + " has no row with this key",
                        "The key was read as " + parameters.keyFormat().parameter()
                                + "; use keyFormat= to choose another format.")));
    }

    /**
     * Reads several rows; the answer lists the missing ones.
     *
     * @throws ProblemException 400 with every key that cannot be parsed
     */
    public RowsAnswer readAll(SearchableIndex index, List<String> texts, RowParameters parameters, RowRoom.Held held) {
        Map<RowKey, String> keys = new LinkedHashMap<>();
        List<Fault> faults = new ArrayList<>();
        for (int i = 0; i < texts.size(); i++) {
            try {
                keys.put(parameters.keyFormat().parse(texts.get(i)), texts.get(i));
            } catch (IllegalArgumentException e) {
                faults.add(Keys.fault(i, parameters.keyFormat(), e));
            }
        }
        if (!faults.isEmpty()) {
            throw new ProblemException(ProblemDocument.badRequest(ErrorCode.USAGE, faults));
        }
        return answer(index, List.copyOf(keys.keySet()), parameters, held);
    }

    /**
     * Reads the rows for values of the row key's fields: one row, or several if keys begin with a random salt, or if a value is given
     * by its end.
     *
     * @throws ProblemException 400 if the values do not determine a key; 404 if no row has it
     */
    public RowsAnswer readByParts(
            SearchableIndex index, Keys.Parts parts, RowParameters parameters, RowRoom.Held held) {
        List<Predicate> byEnds = Keys.byEnds(index.definition(), parts);
        RowsAnswer answer = byEnds.isEmpty()
                ? answer(index, Keys.ofParts(index.definition(), parts), parameters, held)
                : readByEnds(index, byEnds, parameters, held);
        if (answer.rows().isEmpty() && answer.unread().isEmpty() && answer.cut().isEmpty()) {
            throw new ProblemException(ProblemDocument.of(
                    404,
                    ErrorCode.NOT_FOUND,
                    "the table " + index.definition().table() + " has no row with this key",
                    "Run hbase-search rowkey encode to see the key for these values."));
        }
        return answer;
    }

    private RowsAnswer readByEnds(
            SearchableIndex index, List<Predicate> parts, RowParameters parameters, RowRoom.Held held) {
        RequestDeadline deadline = RequestDeadline.ofSearch(parameters.timeout(), held);
        KeySearch.FoundKeys found = search.find(index.definition(), parts, parameters, deadline);
        RowParameters rest =
                new RowParameters(parameters.columns(), parameters.versions(), deadline.left(), parameters.keyFormat());
        RowsAnswer answer = answer(index, found.keys(), rest, held);
        return new RowsAnswer(
                answer.index(),
                answer.table(),
                answer.rows(),
                answer.missing(),
                answer.unread(),
                Stream.concat(answer.cut().stream(), found.cut().stream()).toList(),
                answer.asOf());
    }

    private RowsAnswer answer(SearchableIndex index, List<RowKey> keys, RowParameters parameters, RowRoom.Held held) {
        Instant began = clock.instant();
        Rows rows = rows(index, keys, parameters, held);
        List<String> found =
                rows.found().stream().map(answer -> answer.row().key()).toList();
        List<String> all = keys.stream().map(parameters.keyFormat()::format).toList();
        return new RowsAnswer(
                index.definition().name(),
                index.definition().table().toString(),
                rows.found(),
                all.subList(0, rows.read()).stream()
                        .filter(key -> !found.contains(key))
                        .toList(),
                all.subList(rows.read(), all.size()),
                rows.cut(),
                AsOf.table(began));
    }

    /**
     * Rows that were read.
     *
     * @param found rows that exist, in the order of the keys
     * @param read how many of the first keys were read: the answer had no room for more, or HBase returned no more
     * @param cut says which of the two
     */
    private record Rows(List<RowAnswer> found, int read, List<SearchAnswer.Cut> cut) {}

    /** @param versions of its cells; empty if they were not requested */
    private record Read(Row row, List<Cell> versions) {
        long bytes() {
            return row.bytes() + new Row(row.key(), versions).bytes();
        }

        /** Returns what was cut; null if nothing was. */
        @Nullable
        List<SearchAnswer.Cut> cut(BoundedRead wanted, int versionsAsked) {
            if (row.excess().isPresent() || (versionsAsked > 1 && versions.isEmpty())) {
                return List.of(SearchAnswer.Cut.ofRowBytes());
            }
            boolean isRowCut = wanted.isCut(row);
            return isRowCut || wanted.isCut(versions)
                    ? List.of(SearchAnswer.Cut.ofColumns(isRowCut ? wanted.cut() : wanted.cutVersions()))
                    : null;
        }
    }

    private Rows rows(SearchableIndex index, List<RowKey> keys, RowParameters parameters, RowRoom.Held held) {
        Instant began = clock.instant();
        RequestDeadline deadline = RequestDeadline.ofRows(parameters.timeout(), held);
        IndexDefinition definition = index.definition();
        BoundedRead wanted = BoundedRead.ofRows(definition, parameters.columns(), BoundedRead.mostOfRow(keys.size()));
        ShownColumns shown = new ShownColumns(parameters.columns().orElse(definition.columns()));
        ByteBudget budget = fetcher.budget(definition);
        ByteBudget.Taken<Read> read =
                budget.take(keys, some -> read(definition, wanted, some, parameters.versions(), deadline), Read::bytes);
        read.failure().filter(failure -> !Outage.passes(failure)).ifPresent(failure -> {
            throw failure;
        });
        RowFetcher.Mapping mapping = RowFetcher.mapping(definition, new RowMapper(definition));
        List<RowAnswer> answers = read.rows().stream()
                .filter(each -> !each.row().isEmpty())
                .map(each -> answer(
                        definition,
                        mapping.map(each.row()),
                        parameters.versions() > 1 ? CellView.versions(each.versions()) : null,
                        shown,
                        each.cut(wanted, parameters.versions()),
                        parameters.keyFormat(),
                        began))
                .toList();
        return new Rows(answers, read.rows().size(), cut(read, keys.size(), budget));
    }

    private static List<SearchAnswer.Cut> cut(ByteBudget.Taken<Read> read, int of, ByteBudget budget) {
        if (read.rows().size() == of) {
            return List.of();
        }
        return List.of(read.failure()
                .map(failure -> new SearchAnswer.Cut(
                        SearchAnswer.Cut.FETCH,
                        Outage.reason(failure),
                        "HBase returned the rows of only " + read.rows().size() + " of " + of + " keys"))
                .orElseGet(() -> SearchAnswer.Cut.ofBytes(budget.most())));
    }

    private List<Read> read(
            IndexDefinition definition, BoundedRead wanted, List<RowKey> keys, int versions, RequestDeadline deadline) {
        List<Row> rows = fetcher.fetch(definition, wanted, keys, deadline);
        List<List<Cell>> cells = versions > 1 && !rows.isEmpty()
                ? fetcher.history(definition, wanted, keys.subList(0, rows.size()), versions, deadline)
                : List.of();
        return IntStream.range(0, versions > 1 ? cells.size() : rows.size())
                .mapToObj(i -> new Read(rows.get(i), cells.isEmpty() ? List.of() : cells.get(i)))
                .toList();
    }

    private static RowAnswer answer(
            IndexDefinition definition,
            MappedRow mapped,
            @Nullable Map<String, List<CellView>> versions,
            ShownColumns shown,
            @Nullable List<SearchAnswer.Cut> cut,
            KeyFormat format,
            Instant began) {
        RowKey key = mapped.row().key();
        return new RowAnswer(
                new RowAnswer.Address(
                        definition.name(),
                        definition.table().toString(),
                        format.format(key),
                        KeyFormat.shown(key, definition.rowKeyFormat())),
                new SearchAnswer.Content(
                        shown.of(mapped.row()), versions, mapped.document().fields()),
                mapped.unmappable(),
                cut,
                AsOf.table(began));
    }
}
