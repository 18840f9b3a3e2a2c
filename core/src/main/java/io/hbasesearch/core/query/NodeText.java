/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

/** Writes a part of a query as its author did, for notes that say how it was read. Immutable. */
record NodeText(ScannedQuery scanned) {
    /** A longer query is not repeated to its author. */
    private static final int MAX_LENGTH = 200;

    private static final String RULE =
            "a blank binds closer than OR: use parentheses for other groups, as in a (b OR c)";

    /**
     * Returns a note that says how a query with blanks and OR was read.
     *
     * @param groups whose clauses must all match, one of which must match
     * @param signed the clauses that restrict all groups
     */
    String reading(List<List<QueryNode>> groups, List<QueryNode> signed) {
        List<String> alternatives = groups.stream()
                .filter(group -> !group.isEmpty())
                .map(group -> group.size() == 1 ? of(group.get(0)) : "(" + joined(group.stream(), " ") + ")")
                .toList();
        String either = String.join(" OR ", alternatives);
        String restrictions = joined(signed.stream(), " ");
        String read = restrictions.isEmpty() ? either : "(" + either + ") " + restrictions;
        return read.length() > MAX_LENGTH ? RULE : "this is read as " + read + ", because " + RULE;
    }

    private String joined(Stream<? extends QueryNode> nodes, String separator) {
        return nodes.map(this::of).collect(Collectors.joining(separator));
    }

    private String of(QueryNode node) {
        if (node instanceof GroupQueryNode group) {
            return "(" + of(group.getChild()) + ")";
        } else if (node instanceof BoostQueryNode boost) {
            return of(boost.getChild()) + "^" + boost.getValue();
        } else if (node instanceof SlopQueryNode slop) {
            return of(slop.getChild()) + "~" + slop.getValue();
        } else if (node instanceof ModifierQueryNode modifier) {
            return sign(modifier.getModifier()) + of(modifier.getChild());
        } else if (node instanceof TermRangeQueryNode range) {
            FieldQueryNode lower = range.getLowerBound();
            return field(lower) + (range.isLowerInclusive() ? "[" : "{") + lower.getText() + " TO "
                    + range.getUpperBound().getText() + (range.isUpperInclusive() ? "]" : "}");
        } else if (node instanceof FieldQueryNode word) {
            return field(word) + text(word);
        } else if (node instanceof OrQueryNode) {
            return joined(node.getChildren().stream(), " OR ");
        }
        String separator = node.getClass() == BooleanQueryNode.class ? " " : " AND ";
        return node.getChildren() == null ? "" : joined(node.getChildren().stream(), separator);
    }

    private static String sign(ModifierQueryNode.Modifier modifier) {
        return switch (modifier) {
            case MOD_NOT -> "-";
            case MOD_REQ -> "+";
            case MOD_NONE -> "";
        };
    }

    private static String field(FieldQueryNode node) {
        return node.getFieldAsString().isEmpty() ? "" : node.getFieldAsString() + ":";
    }

    private String text(FieldQueryNode node) {
        if (node instanceof QuotedFieldQueryNode) {
            return "\"" + node.getText() + "\"";
        } else if (node instanceof FuzzyQueryNode fuzzy) {
            return fuzzy.getText() + "~" + (int) fuzzy.getSimilarity();
        }
        return scanned.expression(node.getText())
                .map(expression -> "/" + expression + "/")
                .orElseGet(() -> node.getText().toString());
    }
}
