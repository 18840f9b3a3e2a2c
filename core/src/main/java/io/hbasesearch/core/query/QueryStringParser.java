/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import io.hbasesearch.core.definition.IndexDefinition;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.lucene.queryparser.flexible.core.QueryNodeParseException;
import org.apache.lucene.queryparser.flexible.core.nodes.QueryNode;
import org.apache.lucene.queryparser.flexible.standard.parser.ParseException;
import org.apache.lucene.queryparser.flexible.standard.parser.StandardSyntaxParser;
import org.apache.lucene.queryparser.flexible.standard.parser.Token;

/**
 * Reads the query language, which is the same on every backend: words, {@code "phrases"} and {@code "phrases"~2},
 * {@code field:word}, {@code + - AND OR NOT ( )}, {@code prefix*}, {@code w?ldc*rd}, {@code /expr(ession)?/}, {@code
 * inexact~1}, {@code field:[low TO high]}, {@code field:{low TO high}}, {@code field>=low}, {@code *} for everything. Words without
 * an operator between them must all match. A query with exclusions only excludes from all rows. Stateless.
 */
public final class QueryStringParser {
    /** The longest query, in characters. */
    public static final int MAX_LENGTH = 4_096;

    private static final String FIELD_OF_BARE_WORDS = "";
    private static final Set<String> OPERATORS = Set.of("and", "or", "not");
    private static final String EMPTY_HINT = "type one or more words, or * for all rows";

    private QueryStringParser() {}

    /**
     * @return a query with known fields and values that fit them
     * @throws QuerySyntaxException if the query cannot be run, with the position, the reason and what to write instead
     */
    public static Query parse(String text, IndexDefinition definition) {
        return parse(text, definition, new QueryContext());
    }

    /** @param context of the request, to which this query's cost and notes are added */
    public static Query parse(String text, IndexDefinition definition, QueryContext context) {
        return parse(text, definition, context, false);
    }

    /**
     * Returns the words without a field that may be misspelled, in their order. Excluded words, words that are too long to be inexact and
     * parts of words are not among them, except the part behind a colon.
     *
     * @throws QuerySyntaxException as {@link #parse}
     */
    public static List<BareWord> bareWords(String text, IndexDefinition definition) {
        QueryContext context = new QueryContext();
        parse(text, definition, context);
        return context.bareWords().stream()
                .filter(word -> BareWord.mayBeMisspelled(word.text())
                        && LeafConverter.bytes(word.text()) <= LeafConverter.MAX_FUZZY
                        && text.substring(word.begin(), word.end()).equals(word.text()))
                .sorted(Comparator.comparingInt(BareWord::begin))
                .toList();
    }

    /**
     * Returns other forms of the query, which may be meant if it finds nothing: with blanks between the words of texts that have none, as
     * in {@code 信用卡 账单} for {@code 信用卡账单}, and with operators in capitals.
     *
     * @throws QuerySyntaxException as {@link #parse}
     */
    public static List<String> otherForms(String text, IndexDefinition definition) {
        QueryContext context = new QueryContext();
        parse(text, definition, context);
        List<BareWord> last = context.bareWords().stream()
                .filter(word -> text.substring(word.begin(), word.end()).equals(word.text()))
                .sorted(Comparator.comparingInt(BareWord::begin).reversed())
                .toList();
        String separated = replaced(text, last, word -> String.join(" ", WordBreaks.words(word)));
        String operators = replaced(text, last, word -> OPERATORS.contains(word) ? word.toUpperCase(Locale.ROOT) : "");
        return Stream.of(separated, operators)
                .filter(form -> !form.equals(text) && isReadable(form, definition))
                .toList();
    }

    /**
     * @param last the last words first
     * @param form of a word; empty to keep it
     */
    private static String replaced(String text, List<BareWord> last, UnaryOperator<String> form) {
        StringBuilder replaced = new StringBuilder(text);
        int following = text.length();
        for (BareWord word : last) {
            String other = word.end() <= following ? form.apply(word.text()) : "";
            if (!other.isEmpty()) {
                replaced.replace(word.begin(), word.end(), other);
                following = word.begin();
            }
        }
        return replaced.toString();
    }

    private static boolean isReadable(String text, IndexDefinition definition) {
        try {
            parse(text, definition);
            return true;
        } catch (QuerySyntaxException e) {
            return false;
        }
    }

    private static Query parse(String text, IndexDefinition definition, QueryContext context, boolean isFilter) {
        Query whole = parsePart(text, definition, context, isFilter);
        return definition.cells().isPresent() ? CellConditions.gather(whole) : whole;
    }

    /**
     * Parses a part of a larger query. Conditions on cells are not grouped yet.
     *
     * @param isFilter whether an unknown name before a colon is refused; in a query, which people type, it is text
     */
    static Query parsePart(String text, IndexDefinition definition, QueryContext context, boolean isFilter) {
        if (text.length() > MAX_LENGTH) {
            throw new QuerySyntaxException(
                    "the query has " + text.length() + " characters; at most " + MAX_LENGTH + " are allowed",
                    null,
                    SourcePosition.character(MAX_LENGTH + 1));
        }
        if (text.isBlank()) {
            throw new QuerySyntaxException("the query is empty", EMPTY_HINT, SourcePosition.character(1));
        }
        return context.words().typing() && !isFilter
                ? TypedText.parse(text, context, (part, other) -> parseWhole(part, definition, other, false))
                : parseWhole(text, definition, context, isFilter);
    }

    private static Query parseWhole(String text, IndexDefinition definition, QueryContext context, boolean isFilter) {
        FieldResolver fields = new FieldResolver(definition, context);
        String ascii = FullWidthOperators.replaced(text);
        LikelyMistakes.notes(ascii, fields::isField).forEach(context::note);
        WordOptions words = isFilter ? WordOptions.EXACT : context.words();
        ScannedQuery scanned = new QueryScanner(
                        ascii,
                        fields::isField,
                        unknown -> {
                            context.note(fields.asText(unknown));
                            return !isFilter;
                        },
                        words.typing())
                .scan();
        if (scanned.text().isBlank()) {
            throw nothing();
        }
        NodeConverter converter = new NodeConverter(scanned, fields, context, words);
        Optional<Query> query = !isFilter && Question.isAsked(text)
                ? converter.question(tree(scanned))
                : converter.convert(tree(scanned));
        return query.orElseThrow(QueryStringParser::nothing);
    }

    /** Parses a filter: the same language, but messages say that the fault is in the filter. */
    public static Query parseFilter(String text, IndexDefinition definition) {
        return parseFilter(text, definition, new QueryContext());
    }

    /** @param context as in {@link #parse(String, IndexDefinition, QueryContext)} */
    public static Query parseFilter(String text, IndexDefinition definition, QueryContext context) {
        try {
            return parse(text, definition, context, true);
        } catch (QuerySyntaxException e) {
            throw new QuerySyntaxException("in the filter: " + e.getMessage(), e);
        }
    }

    private static QuerySyntaxException nothing() {
        return new QuerySyntaxException(
                "the query has no word to search for, only signs", EMPTY_HINT, SourcePosition.character(1));
    }

    private static QueryNode tree(ScannedQuery scanned) {
        try {
            return new StandardSyntaxParser().parse(scanned.text(), FIELD_OF_BARE_WORDS);
        } catch (ParseException e) {
            throw syntaxError(e, scanned);
        } catch (QueryNodeParseException e) {
            throw unreadable();
        }
    }

    /** Explains a text that the scanner accepts and the grammar refuses: an operator without an operand. */
    private static QuerySyntaxException syntaxError(ParseException failure, ScannedQuery scanned) {
        Token last = failure.currentToken;
        Token unexpected = last == null ? null : last.next;
        if (unexpected == null) {
            return unreadable();
        }
        boolean atEnd = unexpected.image.isEmpty();
        Token subject = atEnd || isOperator(String.valueOf(last.image)) ? last : unexpected;
        String side = subject == unexpected ? "before" : "after";
        return SourcePosition.character(scanned.position(subject.beginColumn))
                .error(
                        "there must be a word " + side + " " + subject.image,
                        String.format(
                                Locale.ROOT, "to search for %1$s itself, write \"%1$s\" in quotes", subject.image));
    }

    private static QuerySyntaxException unreadable() {
        return new QuerySyntaxException(
                "the query cannot be read", "put text with special characters in quotes", SourcePosition.character(1));
    }

    private static boolean isOperator(String image) {
        return switch (image) {
            case "AND", "OR", "NOT", "&&", "||", "+", "-", "!" -> true;
            default -> false;
        };
    }
}
