/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import io.hbasesearch.core.query.FieldResolver.Target;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.lucene.queryparser.flexible.core.nodes.BooleanQueryNode;
import org.apache.lucene.queryparser.flexible.core.nodes.BoostQueryNode;
import org.apache.lucene.queryparser.flexible.core.nodes.FieldQueryNode;
import org.apache.lucene.queryparser.flexible.core.nodes.FuzzyQueryNode;
import org.apache.lucene.queryparser.flexible.core.nodes.GroupQueryNode;
import org.apache.lucene.queryparser.flexible.core.nodes.ModifierQueryNode;
import org.apache.lucene.queryparser.flexible.core.nodes.OrQueryNode;
import org.apache.lucene.queryparser.flexible.core.nodes.QueryNode;
import org.apache.lucene.queryparser.flexible.core.nodes.QuotedFieldQueryNode;
import org.apache.lucene.queryparser.flexible.core.nodes.SlopQueryNode;
import org.apache.lucene.queryparser.flexible.standard.nodes.TermRangeQueryNode;

/** Converts Lucene's query tree into a {@link Query}. For one query and one thread. */
final class NodeConverter {
    /** More leaves than a person types. Each one costs a lookup in every field. */
    static final int MAX_CLAUSES = 200;

    /** A star at the end of a word, or a question mark or star within one. */
    private static final Pattern QUOTED_WILDCARD =
            Pattern.compile("[\\p{L}\\p{N}]([*]+(?=\\s|$)|[*?]+(?=[\\p{L}\\p{N}]))");

    /** One or two letters or digits that begin a word. */
    private static final Pattern SHORT_END = Pattern.compile("[^\\p{L}\\p{M}\\p{N}]([\\p{L}\\p{N}]\\p{M}*){1,2}$");

    private final ScannedQuery scanned;
    private final FieldResolver fields;
    private final QueryContext context;
    private final WordOptions words;
    private int clauses;

    /** True while this converts a part of a negated clause. */
    private boolean isExcluded;

    NodeConverter(ScannedQuery scanned, FieldResolver fields, QueryContext context, WordOptions words) {
        this.scanned = scanned;
        this.fields = fields;
        this.context = context;
        this.words = words;
    }

    /** Converts a question: its words that only ask are optional, if it has others. */
    Optional<Query> question(QueryNode root) {
        boolean isConjunction = root.getClass() == BooleanQueryNode.class && !mixesOr((BooleanQueryNode) root);
        List<QueryNode> clauses = isConjunction ? root.getChildren() : List.of(root);
        boolean begins = plainWord(clauses.get(0)).filter(Question::isFirst).isPresent();
        List<Query> must = new ArrayList<>();
        List<Query> should = new ArrayList<>();
        List<Query> mustNot = new ArrayList<>();
        Set<String> required = new LinkedHashSet<>();
        boolean isOther = clauses.stream().anyMatch(clause -> !isNegated(clause) && !asks(clause, begins));
        if (!isOther) {
            return convert(root);
        }
        for (QueryNode clause : clauses) {
            Optional<List<String>> subjects = subjects(clause);
            if (subjects.isPresent() || asks(clause, begins)) {
                convert(clause)
                        .map(query -> Query.boosted(query, Question.FACTOR))
                        .ifPresent(should::add);
            } else {
                add(clause, must, mustNot);
                plainWord(clause).map(Question::withoutMarks).ifPresent(required::add);
            }
            for (String subject : subjects.orElse(List.of())) {
                subject((FieldQueryNode) clause, subject).ifPresent(must::add);
                required.add(subject);
            }
        }
        if (!should.isEmpty() && !must.isEmpty()) {
            context.note("this is read as a question: of its words, rows must have only " + String.join(", ", required)
                    + "; put it in quotes to require all");
        }
        return combine(must, should, mustNot);
    }

    private boolean asks(QueryNode clause, boolean begins) {
        return (begins && plainWord(clause).filter(Question::asks).isPresent())
                || subjects(clause).filter(List::isEmpty).isPresent();
    }

    private Optional<List<String>> subjects(QueryNode clause) {
        return plainWord(clause).flatMap(Question::subjects);
    }

    private Optional<Query> subject(FieldQueryNode word, String text) {
        clauses++;
        Optional<Query> leaf = LeafConverter.word(target(word), text, place(word));
        leaf.ifPresent(query -> context.cost().add(query, place(word)));
        return leaf;
    }

    /** Returns the text of a word that is searched for in the default fields; empty for other nodes. */
    private Optional<String> plainWord(QueryNode node) {
        return node.getClass() == FieldQueryNode.class
                        && node instanceof FieldQueryNode word
                        && word.getFieldAsString().isEmpty()
                        && scanned.expression(word.getText()).isEmpty()
                ? Optional.of(word.getTextAsString())
                : Optional.empty();
    }

    /** Converts a node; empty if it has nothing to search for, only punctuation. */
    Optional<Query> convert(QueryNode node) {
        if (node instanceof GroupQueryNode group) {
            return convert(group.getChild());
        }
        if (node instanceof BoostQueryNode boost) {
            return convert(boost.getChild()).map(query -> Query.boosted(query, boost.getValue()));
        }
        if (node instanceof OrQueryNode or) {
            return alternatives(or);
        }
        if (node instanceof BooleanQueryNode all) {
            return mixesOr(all) ? alternatives(all) : conjunction(all.getChildren());
        }
        if (node instanceof ModifierQueryNode) {
            return conjunction(List.of(node));
        }
        clauses++;
        if (clauses > MAX_CLAUSES) {
            throw placeOf(node)
                    .tooMuch(
                            "the query has more than " + MAX_CLAUSES + " words, phrases and ranges",
                            "search for fewer");
        }
        Optional<Query> leaf = leaf(node);
        leaf.ifPresent(query -> {
            context.cost().add(query, placeOf(node));
            noteCompletions(query);
            notePatternWithoutBlanks(query);
        });
        return leaf;
    }

    /** Adds a note that patterns are compared with single tokens, which are parts of a text that is written without blanks. */
    private void notePatternWithoutBlanks(Query query) {
        if (query instanceof Query.Bool bool) {
            bool.should().forEach(this::notePatternWithoutBlanks);
            return;
        }
        String pattern = query instanceof Query.Wildcard wildcard
                ? wildcard.pattern()
                : query instanceof Query.Fuzzy fuzzy
                        ? fuzzy.text()
                        : query instanceof Query.Regexp regexp ? regexp.pattern() : "";
        if (QueryFields.of(query).stream().anyMatch(fields::isText)
                && pattern.codePoints().anyMatch(Characters::isWithoutBlanks)) {
            context.note("the pattern " + pattern
                    + " is compared with single tokens, which for text without blanks are its parts:"
                    + " it may find nothing where the characters alone, or a prefix of them, are found");
        }
    }

    /** Tells that not all completions are searched if a phrase ends with a prefix that many words may have. */
    private void noteCompletions(Query query) {
        if (query instanceof Query.Bool bool) {
            bool.should().forEach(this::noteCompletions);
        } else if (query instanceof Query.Prefix prefix
                && QueryFields.of(prefix).stream().anyMatch(fields::isText)
                && QueryCost.isPhrase(prefix.text())
                && SHORT_END.matcher(prefix.text()).find()) {
            context.note("after the first words of " + prefix.text() + "*, at most " + Query.Prefix.MAX_COMPLETIONS
                    + " words with this prefix are searched: write more of the last word");
        }
    }

    private Optional<Query> leaf(QueryNode node) {
        if (node instanceof TermRangeQueryNode range) {
            return Optional.of(range(range));
        }
        if (node instanceof SlopQueryNode slop && slop.getChild() instanceof QuotedFieldQueryNode phrase) {
            return LeafConverter.phrase(target(phrase), phrase.getTextAsString(), slop.getValue(), place(phrase));
        }
        if (node instanceof QuotedFieldQueryNode phrase) {
            if (QUOTED_WILDCARD.matcher(phrase.getText()).find()) {
                context.note("within quotes * and ? are text, not wildcards");
            }
            return phraseLeaf(phrase);
        }
        if (node instanceof FuzzyQueryNode fuzzy) {
            return LeafConverter.fuzzy(target(fuzzy), fuzzy.getText(), fuzzy.getSimilarity(), place(fuzzy));
        }
        if (node instanceof FieldQueryNode word) {
            return word.getFieldAsString().equals("*") ? Optional.of(everything(word)) : wordLeaf(word);
        }
        throw placeOf(node)
                .error(
                        "this part of the query language is not supported: "
                                + node.getClass().getSimpleName().replace("QueryNode", ""),
                        "use words, \"phrases\", field:word, + - AND OR NOT ( ), word*, word~1, field:[low TO high]");
    }

    private Optional<Query> phraseLeaf(QuotedFieldQueryNode phrase) {
        Target target = target(phrase);
        String text = phrase.getTextAsString();
        if (!scanned.isOpen(phrase.getEnd())) {
            return LeafConverter.phrase(target, text, 0, place(phrase));
        }
        if (text.isBlank()) {
            throw place(phrase).error("the phrase is empty", "put words between the quotation marks");
        }
        return LeafConverter.phrase(target, text, 0, place(phrase))
                .map(leaf -> isExcluded ? leaf : InexactWords.completed(leaf, target, text, place(phrase)));
    }

    private Optional<Query> wordLeaf(FieldQueryNode word) {
        Optional<String> expression = scanned.expression(word.getText());
        if (expression.isPresent()) {
            return Optional.of(LeafConverter.regexp(target(word), expression.get(), place(word)));
        }
        Target target = target(word);
        return LeafConverter.word(
                target,
                word.getText(),
                place(word),
                (leaf, text) ->
                        isExcluded || !InexactWords.isWord(leaf) ? leaf : withAlternatives(leaf, text, target, word));
    }

    /**
     * Adds the alternatives of a word: words that begin with it, and words that differ from it by a few edits.
     *
     * @param text of the word, which is at the end of the node
     */
    private Query withAlternatives(Query leaf, String text, Target target, FieldQueryNode word) {
        Query found = leaf;
        if (words.typing() && word.getEnd() == scanned.end()) {
            found = InexactWords.completed(found, target, text, place(word));
        }
        Optional<Target> texts = target.isDefault() ? fields.texts(target) : Optional.empty();
        if (texts.isPresent()) {
            int end = scanned.position(word.getEnd() - 1);
            context.add(new BareWord(text, Math.max(0, end - text.length()), end));
            if (words.inexact()) {
                found = InexactWords.tolerant(found, texts.get(), text, place(word));
            }
        }
        return found;
    }

    private Query everything(FieldQueryNode node) {
        if (!node.getTextAsString().equals("*")) {
            throw place(node)
                    .error("* is not a field", "leave \"*:\" out to search all default fields; *:* finds all rows");
        }
        return new Query.MatchAll();
    }

    private Query range(TermRangeQueryNode range) {
        FieldQueryNode lower = range.getLowerBound();
        FieldQueryNode upper = range.getUpperBound();
        return LeafConverter.range(
                target(lower),
                lower.getTextAsString(),
                range.isLowerInclusive(),
                upper.getTextAsString(),
                range.isUpperInclusive(),
                place(lower));
    }

    private Target target(FieldQueryNode node) {
        return context.named(fields.resolve(node.getFieldAsString(), place(node)));
    }

    private SourcePosition place(FieldQueryNode node) {
        return SourcePosition.character(scanned.position(node.getBegin()));
    }

    private SourcePosition placeOf(QueryNode node) {
        if (node instanceof FieldQueryNode word) {
            return place(word);
        }
        return node.getChildren() == null || node.getChildren().isEmpty()
                ? SourcePosition.character(1)
                : placeOf(node.getChildren().get(0));
    }

    private static boolean mixesOr(BooleanQueryNode node) {
        return node.getClass() == BooleanQueryNode.class
                && node.getChildren().size() > 1
                && node.getChildren().stream().anyMatch(OrQueryNode.class::isInstance);
    }

    /**
     * Splits {@code a b OR c} into the groups {@code a b} and {@code c}, because a blank binds as AND does. A clause with a sign belongs to
     * no group, because it restricts all of them; only {@code OR -x} is a group of its own.
     */
    private Optional<Query> alternatives(BooleanQueryNode node) {
        List<List<QueryNode>> groups = new ArrayList<>(List.of(new ArrayList<>()));
        List<QueryNode> signed = new ArrayList<>();
        for (QueryNode child : node.getChildren()) {
            List<QueryNode> parts = child instanceof OrQueryNode or ? or.getChildren() : List.of(child);
            boolean isAfterBlank = child != node.getChildren().get(0) || !(child instanceof OrQueryNode);
            for (QueryNode part : parts) {
                if (part != parts.get(0)) {
                    groups.add(new ArrayList<>());
                }
                boolean isOfAll = isRequired(part) || (isNegated(part) && isAfterBlank && part == parts.get(0));
                (isOfAll ? signed : groups.get(groups.size() - 1)).add(part);
            }
        }
        if (!signed.isEmpty() || groups.stream().anyMatch(group -> group.size() > 1)) {
            context.note(new NodeText(scanned).reading(groups, signed));
        }
        List<Query> should = new ArrayList<>();
        groups.stream().filter(group -> !group.isEmpty()).forEach(group -> conjunction(group)
                .ifPresent(should::add));
        List<Query> must = new ArrayList<>();
        List<Query> mustNot = new ArrayList<>();
        combine(List.of(), should, List.of()).ifPresent(must::add);
        signed.forEach(part -> add(part, must, mustNot));
        return combine(must, List.of(), mustNot);
    }

    /** Requires all clauses. Negated clauses exclude from the others, or from all rows if there are no others. */
    private Optional<Query> conjunction(List<QueryNode> children) {
        List<Query> must = new ArrayList<>();
        List<Query> mustNot = new ArrayList<>();
        for (QueryNode child : children) {
            add(child, must, mustNot);
        }
        return combine(must, List.of(), mustNot);
    }

    private void add(QueryNode child, List<Query> must, List<Query> mustNot) {
        boolean outer = isExcluded;
        isExcluded |= isNegated(child);
        convert(unmodified(child)).ifPresent(query -> (isNegated(child) ? mustNot : must).add(query));
        isExcluded = outer;
    }

    /** Requires at least one of the clauses. A negated clause is an alternative like the others; a required clause must match. */
    private Optional<Query> alternatives(OrQueryNode or) {
        List<Query> must = new ArrayList<>();
        List<Query> should = new ArrayList<>();
        for (QueryNode child : or.getChildren()) {
            Optional<Query> query = isNegated(child) ? conjunction(List.of(child)) : convert(unmodified(child));
            query.ifPresent(found -> (isRequired(child) ? must : should).add(found));
        }
        return combine(must, should, List.of());
    }

    private static Optional<Query> combine(List<Query> must, List<Query> should, List<Query> mustNot) {
        if (must.isEmpty() && should.isEmpty()) {
            return mustNot.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Query.Bool(List.of(new Query.MatchAll()), List.of(), mustNot));
        }
        if (mustNot.isEmpty() && must.size() + should.size() == 1) {
            return Optional.of(must.isEmpty() ? should.get(0) : must.get(0));
        }
        return Optional.of(new Query.Bool(must, should, mustNot));
    }

    private static QueryNode unmodified(QueryNode node) {
        return node instanceof ModifierQueryNode modifier ? modifier.getChild() : node;
    }

    private static boolean isNegated(QueryNode node) {
        return node instanceof ModifierQueryNode modifier
                && modifier.getModifier() == ModifierQueryNode.Modifier.MOD_NOT;
    }

    private static boolean isRequired(QueryNode node) {
        return node instanceof ModifierQueryNode modifier
                && modifier.getModifier() == ModifierQueryNode.Modifier.MOD_REQ;
    }
}
