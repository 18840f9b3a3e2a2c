/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Carries what the queries and filters of one request share: the limit of their cost, the time zone that the caller asked for, the
 * instant that {@code now} means, and notes that say where the parser read a query differently from what its author may mean. For one
 * request and one thread.
 */
public final class QueryContext {
    private static final int MAX_NOTES = 10;

    private final QueryCost cost = new QueryCost();
    private final Optional<ZoneId> zone;
    private final WordOptions words;
    private final Instant now;
    private boolean usesNow;
    private final Set<String> notes = new LinkedHashSet<>();
    private final Set<String> fields = new LinkedHashSet<>();
    private final List<BareWord> bareWords = new ArrayList<>();

    public QueryContext() {
        this(Optional.empty());
    }

    /** @param zone of days and local times in the request; that of each field if empty */
    public QueryContext(Optional<ZoneId> zone) {
        this(zone, WordOptions.EXACT, Instant.now());
    }

    /**
     * @param words of the query string, not of filters
     * @param now what {@code now} means, to the millisecond
     */
    public QueryContext(Optional<ZoneId> zone, WordOptions words, Instant now) {
        this.zone = zone;
        this.words = words;
        this.now = now.truncatedTo(ChronoUnit.MILLIS);
    }

    QueryCost cost() {
        return cost;
    }

    /** Returns the zone of days and local times in the request; empty for that of each field. */
    public Optional<ZoneId> zone() {
        return zone;
    }

    WordOptions words() {
        return words;
    }

    void add(BareWord word) {
        bareWords.add(word);
    }

    List<BareWord> bareWords() {
        return bareWords;
    }

    /** Returns what {@code now} means to another context; does not count as a use. */
    Instant unusedNow() {
        return now;
    }

    Instant now() {
        usesNow = true;
        return now;
    }

    /** Returns what {@code now} means, if a query or a filter of the request depends on it. */
    public Optional<Instant> usedNow() {
        return Optional.of(now).filter(instant -> usesNow);
    }

    void note(String note) {
        if (notes.size() < MAX_NOTES) {
            notes.add(note);
        }
    }

    /** Records the fields that a query names, for {@link #fields()}; returns the target. */
    FieldResolver.Target named(FieldResolver.Target target) {
        if (!target.isDefault()) {
            fields.addAll(target.names());
        }
        return target;
    }

    /** Returns the fields, or paths into JSON fields, that the queries name; not those that are only searched by default. */
    public Set<String> fields() {
        return Set.copyOf(fields);
    }

    /** Returns sentences for the caller, in the order of the request. */
    public List<String> notes() {
        return List.copyOf(notes);
    }
}
