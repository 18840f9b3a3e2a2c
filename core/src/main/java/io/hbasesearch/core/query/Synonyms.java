/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.SynonymRules;
import io.hbasesearch.core.query.Query.Bool;
import io.hbasesearch.core.query.Query.Boost;
import io.hbasesearch.core.text.CharacterFolding;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Adds the synonyms of a definition to queries. Each word in text fields, and consecutive words that must all match and together are an
 * entry, may match as one of the entry's alternatives instead, which counts less. So a query finds the rows that it finds without synonyms,
 * and more. Negated words, phrases in quotes, prefixes, patterns and words in other fields stay as they are. Within a word of a script
 * without blanks, an entry is replaced where it occurs. Entries and words are compared as the presets of analyzers in the word's fields
 * fold their characters. For the queries of one request and one thread.
 */
public final class Synonyms {
    /**
     * The part of its score that each word of an alternative counts for, so that rows with the typed word come first: a rarer word has a
     * higher score, and the words of a phrase have theirs together.
     */
    static final float FACTOR = 0.4f;

    /** The most alternatives of a word by entries that occur within it. */
    private static final int MAX_WITHIN = 8;

    /** The longest word in which entries are searched for, in characters. */
    private static final int MAX_SCANNED = 100;

    private static final int MAX_DESCRIBED = 20;

    private final IndexDefinition definition;
    private final FieldResolver fields;
    private final List<Query> added = new ArrayList<>();

    private Synonyms(IndexDefinition definition) {
        this.definition = definition;
        this.fields = new FieldResolver(definition, new QueryContext());
    }

    /**
     * Returns the queries with synonyms; all of them as they are, with a note, if the request would cost too much.
     *
     * @param queries all queries and filters of the request, parsed
     * @param context of the request, to which the cost is added
     */
    public static List<Query> added(List<Query> queries, IndexDefinition definition, QueryContext context) {
        if (definition.options().synonyms().isEmpty()) {
            return queries;
        }
        Synonyms synonyms = new Synonyms(definition);
        List<Query> all = queries.stream().map(synonyms::expanded).toList();
        if (!synonyms.added.isEmpty() && !context.cost().addIfAllowed(new Bool(List.of(), synonyms.added, List.of()))) {
            context.note("synonyms were left out: with them, the request would cost too much; search for fewer words");
            return queries;
        }
        return all;
    }

    /** Returns the query with synonyms, as {@link #added(List, IndexDefinition, QueryContext)} does. */
    public static Query added(Query query, IndexDefinition definition, QueryContext context) {
        return added(List.of(query), definition, context).get(0);
    }

    /** Describes the synonyms in a query, as in {@code car: automobile, motor car}. */
    public static List<String> described(Query query) {
        Set<String> lines = new LinkedHashSet<>();
        describe(query, lines);
        return lines.stream().limit(MAX_DESCRIBED).toList();
    }

    private static void describe(Query query, Set<String> lines) {
        if (query instanceof Query.InCells cells) {
            describe(cells.query(), lines);
        } else if (query instanceof Bool bool) {
            String alternatives = bool.should().stream()
                    .filter(Synonyms::isSynonym)
                    .map(Synonyms::text)
                    .distinct()
                    .collect(Collectors.joining(", "));
            if (!alternatives.isEmpty()) {
                lines.add(text(bool.should().get(0)) + ": " + alternatives);
            }
            Stream.of(bool.must(), bool.should(), bool.mustNot(), bool.filter())
                    .flatMap(List::stream)
                    .forEach(clause -> describe(clause, lines));
        }
    }

    private static boolean isSynonym(Query query) {
        return query instanceof Boost boost && boost.isSynonym();
    }

    /** Returns the text of a leaf, or those of the words that must all match. */
    private static String text(Query query) {
        if (query instanceof Boost boost) {
            return text(boost.query());
        } else if (query instanceof Query.Word word) {
            return word.text();
        } else if (query instanceof Query.Phrase phrase) {
            return phrase.text();
        } else if (query instanceof Query.Prefix prefix) {
            return prefix.text();
        } else if (query instanceof Query.Fuzzy fuzzy) {
            return fuzzy.text();
        }
        return query instanceof Bool bool
                ? bool.must().isEmpty()
                        ? bool.should().stream().findFirst().map(Synonyms::text).orElse("")
                        : bool.must().stream().map(Synonyms::text).collect(Collectors.joining(" "))
                : "";
    }

    /**
     * A word that a clause searches for in text fields, and perhaps in keyword fields that are searched by default.
     *
     * @param factor the weight of the clause
     */
    private record Typed(String text, List<String> fields, float factor) {
        /** Tells if both are searched for in the same fields, whose order depends on their transforms. */
        boolean hasFieldsOf(Typed other) {
            return Set.copyOf(fields).equals(Set.copyOf(other.fields));
        }
    }

    private Query expanded(Query query) {
        if (query instanceof Query.InCells cells) {
            return new Query.InCells(expanded(cells.query()));
        }
        Optional<Typed> typed = typed(query);
        if (typed.isPresent()) {
            List<Query> alternatives = alternatives(typed.get());
            return alternatives.isEmpty()
                    ? query
                    : Bool.forms(Stream.concat(leaves(query).stream(), alternatives.stream())
                            .toList());
        }
        return query instanceof Bool bool ? expanded(bool) : query;
    }

    private Query expanded(Bool bool) {
        List<Query> must = required(bool.must());
        List<Query> should = bool.should().stream().map(this::expanded).toList();
        List<Query> filter = bool.filter().stream().map(this::expanded).toList();
        boolean isOne = must.size() == 1
                && bool.must().size() > 1
                && should.isEmpty()
                && bool.mustNot().isEmpty()
                && filter.isEmpty();
        return isOne ? must.get(0) : new Bool(must, should, bool.mustNot(), filter, bool.minimum(), bool.isOneText());
    }

    /** Expands clauses that must all match. The longest entry of consecutive words comes first; single words are expanded within it, too. */
    private List<Query> required(List<Query> must) {
        List<Query> all = new ArrayList<>();
        int at = 0;
        while (at < must.size()) {
            int end = endOfEntry(must, at);
            List<Query> words =
                    must.subList(at, end).stream().map(this::expanded).toList();
            if (words.size() == 1) {
                all.add(words.get(0));
            } else {
                Typed first = typed(must.get(at)).orElseThrow();
                Typed together = new Typed(joined(must.subList(at, end)), first.fields(), first.factor());
                Query apart = new Bool(words, List.of(), List.of());
                all.add(new Bool(
                        List.of(),
                        Stream.concat(Stream.of(apart), alternatives(together).stream())
                                .toList(),
                        List.of()));
            }
            at = end;
        }
        return all;
    }

    /** Returns the end of the longest entry of several words that begins here, or of the single clause. */
    private int endOfEntry(List<Query> must, int at) {
        Optional<Typed> first = typed(must.get(at));
        int most = Math.min(must.size(), at + SynonymRules.MAX_WORDS);
        int end = at + 1;
        int longest = end;
        StringBuilder text = new StringBuilder(first.map(Typed::text).orElse(""));
        while (first.isPresent() && end < most) {
            Optional<Typed> next = typed(must.get(end)).filter(each -> each.hasFieldsOf(first.get()));
            if (next.isEmpty()) {
                break;
            }
            text.append(' ').append(next.get().text());
            end++;
            if (!texts(text.toString(), first.get().fields()).isEmpty()) {
                longest = end;
            }
        }
        return longest;
    }

    private String joined(List<Query> words) {
        return words.stream().map(word -> typed(word).orElseThrow().text()).collect(Collectors.joining(" "));
    }

    private static List<Query> leaves(Query query) {
        return query instanceof Bool bool ? bool.should() : List.of(query);
    }

    /** Returns the word that a clause searches for, in whatever spellings, beginnings and inexact forms; empty for other clauses. */
    private Optional<Typed> typed(Query query) {
        if (query instanceof Bool bool && (!bool.must().isEmpty() || !isAnyOf(bool))) {
            return Optional.empty();
        }
        Set<String> texts = new LinkedHashSet<>();
        Set<String> searched = new LinkedHashSet<>();
        Optional<Query> word = Optional.empty();
        for (Query leaf : leaves(query)) {
            Query plain = leaf instanceof Boost boost ? boost.query() : leaf;
            Set<String> names = QueryFields.of(plain);
            boolean isInText = names.stream().anyMatch(fields::isText);
            boolean isWord = plain instanceof Query.Word;
            boolean isOther = plain instanceof Query.Prefix || plain instanceof Query.Fuzzy;
            boolean isOfWords = isInText || names.stream().allMatch(fields::isTransformed);
            if (!(isWord || isOther) || !isOfWords) {
                return Optional.empty();
            }
            if (isInText) {
                texts.add(SynonymRules.key(text(plain)));
            }
            if (isWord) {
                searched.addAll(((Query.Word) plain).fields());
                word = isInText && word.isEmpty() ? Optional.of(leaf) : word;
            }
        }
        return texts.size() == 1
                ? word.map(leaf ->
                        new Typed(text(leaf), List.copyOf(searched), leaf instanceof Boost boost ? boost.factor() : 1))
                : Optional.empty();
    }

    private static boolean isAnyOf(Bool bool) {
        return bool.mustNot().isEmpty() && bool.filter().isEmpty() && bool.minimum() == 1;
    }

    private List<Query> alternatives(Typed typed) {
        List<Query> alternatives = new ArrayList<>();
        for (String text : texts(typed.text(), typed.fields())) {
            int words = text.split(" ").length;
            int slop = words == 1 ? -1 : 0;
            float factor = Math.max(Query.LEAST_FACTOR, typed.factor() * FACTOR / words);
            LeafConverter.wordOrPhrase(fields.words(typed.fields()), text, slop, SourcePosition.character(1))
                    .map(Synonyms::leaves)
                    .orElse(List.of())
                    .forEach(leaf -> alternatives.add(new Boost(leaf, factor, true)));
        }
        added.addAll(alternatives);
        return alternatives;
    }

    /** Returns the alternatives of a text in these fields; empty if it is not an entry and none occurs within it. */
    private List<String> texts(String typed, List<String> searched) {
        CharacterFolding folding = folding(searched);
        SynonymRules rules = definition.options().synonyms().folded(folding);
        String key = folding.folded(SynonymRules.key(typed));
        List<String> whole = rules.alternatives(key);
        if (whole.isEmpty()) {
            whole = rules.alternatives(withoutPunctuation(key));
        }
        return whole.isEmpty() && key.indexOf(' ') < 0 ? within(key, rules) : whole;
    }

    private CharacterFolding folding(List<String> searched) {
        return CharacterFolding.of(searched.stream()
                .flatMap(name -> definition.field(name).stream())
                .filter(field -> field.type() == FieldType.TEXT)
                .map(FieldMapping::analyzers)
                .flatMap(List::stream)
                .toList());
    }

    private static String withoutPunctuation(String key) {
        int start = 0;
        int end = key.length();
        while (start < end && !Character.isLetterOrDigit(key.codePointAt(start))) {
            start += Character.charCount(key.codePointAt(start));
        }
        while (start < end && !Character.isLetterOrDigit(key.codePointBefore(end))) {
            end -= Character.charCount(key.codePointBefore(end));
        }
        return key.substring(start, end);
    }

    /** Replaces entries that occur within a word of a script without blanks, one at a time, the longest first. */
    private static List<String> within(String key, SynonymRules rules) {
        if (key.length() > MAX_SCANNED || key.codePoints().noneMatch(Characters::isWithoutBlanks)) {
            return List.of();
        }
        List<String> replaced = new ArrayList<>();
        boolean[] taken = new boolean[key.length()];
        for (int length : rules.lengths()) {
            for (int at = 0; at + length <= key.length() && replaced.size() < MAX_WITHIN; at++) {
                int end = at + length;
                List<String> alternatives = rules.alternatives(key.substring(at, end));
                if (alternatives.isEmpty() || isTaken(taken, at, end) || !mayPart(key, at) || !mayPart(key, end)) {
                    continue;
                }
                for (int i = at; i < end; i++) {
                    taken[i] = true;
                }
                for (String alternative : alternatives) {
                    replaced.add(key.substring(0, at) + alternative + key.substring(end));
                }
            }
        }
        return replaced.stream().distinct().limit(MAX_WITHIN).toList();
    }

    private static boolean isTaken(boolean[] taken, int start, int end) {
        for (int i = start; i < end; i++) {
            if (taken[i]) {
                return true;
            }
        }
        return false;
    }

    /** Tells if a word may end and another begin here: not between letters of scripts with blanks. */
    private static boolean mayPart(String text, int at) {
        if (at == 0 || at == text.length()) {
            return true;
        }
        int before = text.codePointBefore(at);
        int after = text.codePointAt(at);
        return Characters.isWithoutBlanks(before)
                || Characters.isWithoutBlanks(after)
                || !Character.isLetterOrDigit(before)
                || !Character.isLetterOrDigit(after);
    }
}
