/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import io.hbasesearch.core.query.Query.Bool;
import io.hbasesearch.core.query.Query.Boost;
import io.hbasesearch.core.query.Query.Exists;
import io.hbasesearch.core.query.Query.Fuzzy;
import io.hbasesearch.core.query.Query.GeoBox;
import io.hbasesearch.core.query.Query.GeoDistance;
import io.hbasesearch.core.query.Query.InCells;
import io.hbasesearch.core.query.Query.MatchAll;
import io.hbasesearch.core.query.Query.Phrase;
import io.hbasesearch.core.query.Query.Prefix;
import io.hbasesearch.core.query.Query.Range;
import io.hbasesearch.core.query.Query.Regexp;
import io.hbasesearch.core.query.Query.Suffix;
import io.hbasesearch.core.query.Query.Wildcard;
import io.hbasesearch.core.query.Query.Word;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Adds up the cost of a request's clauses and refuses a request that costs too much. The unit is the lookup of one word in one field;
 * the weights were measured ({@code benchmarks/reports/dear-requests.md}). For one request and one thread.
 */
public final class QueryCost {
    /** The highest cost of a request: 200 words in 50 fields, 20 patterns in 8, or 8 inexact words of 8 letters in 8. */
    public static final int MOST = 10_000;

    private static final int PREFIX = 20;
    /** Reads positions of up to 256 words at once. */
    private static final int PREFIX_OF_PHRASE = 200;

    private static final int RANGE = 50;

    /** Its automaton is built for the limit, the search, the check of hits and their highlights. */
    private static final int PATTERN = 400;

    private static final int PATTERN_IN_A_FIELD = 10;

    /** Per byte of the word, from which its automaton is built. */
    private static final int ONE_EDIT_OF_A_BYTE = 4;

    private static final int TWO_EDITS_OF_A_BYTE = 14;
    private static final int INEXACT_WORD = 40;

    /** Per word of a phrase. Each word is compared with all others in each document, so the square of their number counts too. */
    private static final int WORD_OF_PHRASE = 2;

    private static final int WORDS_THAT_MEET = 50;

    /** Per word of a phrase with slop, whose words are compared much more often. */
    private static final int WORD_APART = 20;

    private static final int WORDS_APART_THAT_MEET = 4;

    private static final int SHOWN = 60;

    private long sum;
    private int clauses;
    private long dearestCost;
    private @Nullable Query dearest;

    /**
     * Adds a clause of the request. The automaton of a pattern, which has a limit of its own, is built only if the cost is allowed.
     *
     * @throws QuerySyntaxException if the request now costs more than {@link #MOST}, with the most expensive clause and a replacement
     *     in the message; or if a single pattern is too complex
     */
    void add(Query clause, SourcePosition place) {
        sum(clause);
        if (sum > MOST && dearest != null) {
            throw place.tooMuch(
                    String.format(
                            Locale.ROOT,
                            "with this clause the request costs %,d, and at most %,d is allowed; the most expensive of its %,d clauses is"
                                    + " %s, which costs %,d",
                            sum,
                            MOST,
                            clauses,
                            shown(dearest),
                            dearestCost),
                    hint(dearest));
        }
        requireSimple(clause, place);
    }

    private static void requireSimple(Query clause, SourcePosition place) {
        if (clause instanceof Bool bool) {
            bool.should().forEach(each -> requireSimple(each, place));
        } else if (clause instanceof Boost boost) {
            requireSimple(boost.query(), place);
        } else if (clause instanceof Regexp regexp) {
            RegularExpression.requireSimple(regexp.pattern(), place);
        } else if (clause instanceof Wildcard wildcard && !WildcardPattern.isSimple(wildcard.pattern())) {
            throw place.tooMuch(
                    "the pattern " + shown(wildcard) + " has too many wildcards for its length",
                    "write more letters in place of wildcards; write \\* or \\? for the character itself");
        }
    }

    /** Adds clauses that the request can do without; returns false, and adds nothing, if it would cost too much with them. */
    boolean addIfAllowed(Query optional) {
        long cost = of(optional);
        if (sum + cost > MOST) {
            return false;
        }
        sum += cost;
        return true;
    }

    /** Returns the cost of a single query. */
    public static long of(Query query) {
        QueryCost cost = new QueryCost();
        cost.sum(query);
        return cost.sum;
    }

    private void sum(Query query) {
        if (query instanceof Bool bool) {
            Stream.of(bool.must(), bool.should(), bool.mustNot(), bool.filter())
                    .flatMap(List::stream)
                    .forEach(this::sum);
        } else if (query instanceof InCells cells) {
            sum(cells.query());
        } else if (query instanceof Boost boost) {
            sum(boost.query());
        } else {
            long cost = leaf(query);
            sum += cost;
            clauses++;
            if (cost > dearestCost) {
                dearestCost = cost;
                dearest = query;
            }
        }
    }

    private static long leaf(Query query) {
        if (query instanceof Word word) {
            return word.fields().size() * phrase(word.text());
        } else if (query instanceof Phrase phrase) {
            return phrase.fields().size() * (phrase.slop() > 0 ? apart(phrase.text()) : phrase(phrase.text()));
        } else if (query instanceof Prefix prefix) {
            return prefix.fields().size()
                    * (isPhrase(prefix.text()) ? phrase(prefix.text()) + PREFIX_OF_PHRASE : PREFIX);
        } else if (query instanceof Suffix suffix) {
            return (long) PREFIX * suffix.fields().size();
        } else if (query instanceof Wildcard wildcard) {
            return PATTERN + (long) PATTERN_IN_A_FIELD * wildcard.fields().size();
        } else if (query instanceof Regexp regexp) {
            return PATTERN + (long) PATTERN_IN_A_FIELD * regexp.fields().size();
        } else if (query instanceof Fuzzy fuzzy) {
            long ofByte = fuzzy.maxEdits() == 1 ? ONE_EDIT_OF_A_BYTE : TWO_EDITS_OF_A_BYTE;
            return fuzzy.fields().size() * (INEXACT_WORD + ofByte * LeafConverter.bytes(fuzzy.text()));
        } else if (query instanceof Range
                || query instanceof Exists
                || query instanceof GeoDistance
                || query instanceof GeoBox) {
            return RANGE;
        } else if (query instanceof MatchAll) {
            return 1;
        }
        throw new IllegalArgumentException("a query of an unknown kind: " + query.getClass());
    }

    /** Returns the cost of a text, which is a phrase if its analyzer finds several words in it. */
    private static long phrase(String text) {
        long words = words(text);
        return words == 1 ? 1 : WORD_OF_PHRASE * words + words * words / WORDS_THAT_MEET;
    }

    private static long apart(String text) {
        long words = words(text);
        return WORD_APART * words + WORDS_APART_THAT_MEET * words * words;
    }

    /** Returns an upper bound for the number of words. */
    private static long words(String text) {
        return 1
                + text.codePoints()
                        .filter(c -> !Characters.isOfWord(c) || Characters.isWithoutBlanks(c))
                        .count();
    }

    /** Tells if an analyzer may find several words in the text. */
    public static boolean isPhrase(String text) {
        return text.codePoints().anyMatch(c -> !Characters.isOfWord(c))
                || (text.codePoints().anyMatch(Characters::isWithoutBlanks)
                        && text.codePointCount(0, text.length()) > 1);
    }

    private static String shown(Query query) {
        if (query instanceof Word word) {
            return shortened(word.text());
        } else if (query instanceof Phrase phrase) {
            return "\"" + shortened(phrase.text()) + "\"" + (phrase.slop() > 0 ? "~" + phrase.slop() : "");
        } else if (query instanceof Prefix prefix) {
            return shortened(prefix.text()) + "*";
        } else if (query instanceof Suffix suffix) {
            return "*" + shortened(suffix.text());
        } else if (query instanceof Wildcard wildcard) {
            return shortened(wildcard.pattern());
        } else if (query instanceof Regexp regexp) {
            return "/" + shortened(regexp.pattern()) + "/";
        } else if (query instanceof Fuzzy fuzzy) {
            return shortened(fuzzy.text()) + "~" + fuzzy.maxEdits();
        } else if (query instanceof Range range) {
            return "the range of " + range.field();
        } else if (query instanceof GeoDistance distance) {
            return "the distance of " + distance.field();
        } else if (query instanceof GeoBox box) {
            return "the box of " + box.field();
        }
        return query instanceof Exists exists ? exists.field() + ":*" : "*";
    }

    private static String shortened(String text) {
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
    }

    private static String hint(Query query) {
        String fewer = fields(query) > 1
                ? "name the field of each, as in field:word, where " + fields(query) + " are searched now"
                : "search for fewer";
        if (query instanceof Fuzzy fuzzy) {
            return (fuzzy.maxEdits() > 1 ? "write ~1 in place of ~2, or " : "write words without ~, or ") + fewer;
        } else if (query instanceof Regexp || query instanceof Wildcard) {
            return "write whole words or beginnings, as in word*, in place of patterns; or " + fewer;
        } else if (query instanceof Prefix) {
            return "write whole words in place of beginnings, or " + fewer;
        } else if (query instanceof Phrase phrase && phrase.slop() > 0) {
            return "remove the ~ after phrases, or " + fewer;
        }
        return fewer;
    }

    private static int fields(Query query) {
        if (query instanceof Word word) {
            return word.fields().size();
        } else if (query instanceof Phrase phrase) {
            return phrase.fields().size();
        } else if (query instanceof Prefix prefix) {
            return prefix.fields().size();
        } else if (query instanceof Suffix suffix) {
            return suffix.fields().size();
        } else if (query instanceof Wildcard wildcard) {
            return wildcard.fields().size();
        } else if (query instanceof Regexp regexp) {
            return regexp.fields().size();
        }
        return query instanceof Fuzzy fuzzy ? fuzzy.fields().size() : 1;
    }
}
