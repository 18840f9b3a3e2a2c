/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.client;

import co.elastic.clients.elasticsearch._types.ErrorCause;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Describes why Elasticsearch rejects or delays a write, without any content of the document. Its own messages quote values in
 * many ways, so known harmless parts are extracted, rather than known harmful ones removed.
 */
public final class RejectionReason {
    private static final List<Pattern> HARMLESS = List.of(
            Pattern.compile("field \\[[^\\]]*\\] of type \\[\\w+\\]"),
            Pattern.compile("dynamic introduction of \\[[^\\]]*\\] within \\[[^\\]]*\\] is not allowed"),
            Pattern.compile(
                    "immense term in field=\"[^\"]*\" \\(whose UTF8 encoding is longer than the max length \\d+\\)"),
            Pattern.compile("whose keyed encoding is longer than the allowed max length of \\d+ bytes"),
            Pattern.compile("exceeds the maximum depth limit of \\[\\d+\\]"),
            Pattern.compile("cannot contain the reserved character"),
            Pattern.compile("[Nn]umber of documents in the (?:index|shard) cannot exceed \\d+"),
            Pattern.compile("^pipeline with id \\[[^\\]]*\\] does not exist"),
            Pattern.compile("^index \\[[^\\]]*\\] blocked by: \\[[A-Z_]+/\\d+/[^\\]]*\\]"),
            Pattern.compile("out of range of \\w+"));

    /** Only at the start of a message: the rest may be the whole request, documents included. */
    private static final List<Pattern> HARMLESS_DELAYS = List.of(
            Pattern.compile("^index \\[[^\\]]*\\] blocked by: \\[[A-Z_]+/\\d+/[^\\]]*\\]"),
            Pattern.compile("^\\[[^\\]]*\\]\\[\\d+\\] primary shard is not active"),
            Pattern.compile("^\\[[^\\]]*\\]\\[\\d+\\] Not enough active copies to meet shard count of \\[\\w+\\]"
                    + " \\(have \\d+, needed \\w+\\)"),
            Pattern.compile("^rejected execution of (?:coordinating|primary|replica) operation"
                    + " \\[[a-z_]+=\\d+(?:, [a-z_]+=\\d+)*"),
            Pattern.compile("^\\[\\w+\\] Data too large"));

    /** The size of the operation, and the limit for all operations together. */
    private static final Pattern OF_LIMIT =
            Pattern.compile("operation_bytes=(\\d{1,18}), max_[a-z_]*bytes=(\\d{1,18})");

    private static final int MAX_CAUSES = 5;

    private RejectionReason() {}

    /** Describes a permanent rejection. */
    public static String of(ErrorCause error) {
        return of(error, HARMLESS);
    }

    /** Describes a failure that may be retried: blocks, full queues, unavailable shards. */
    public static String ofDelay(ErrorCause error) {
        return of(error, HARMLESS_DELAYS);
    }

    /** Returns whether the text of {@link #ofDelay} shows that a request exceeds the limit on its own. */
    public static boolean isAboveLimit(String told) {
        Matcher found = OF_LIMIT.matcher(told);
        return found.find() && Long.parseLong(found.group(1)) > Long.parseLong(found.group(2));
    }

    private static String of(ErrorCause error, List<Pattern> known) {
        return Stream.iterate(error, Objects::nonNull, ErrorCause::causedBy)
                .limit(MAX_CAUSES)
                .map(cause -> one(cause, known))
                .collect(Collectors.joining(", caused by "));
    }

    private static String one(ErrorCause error, List<Pattern> known) {
        String type = error.type() == null ? "unknown error" : error.type();
        String reason = error.reason() == null ? "" : error.reason();
        String harmless = known.stream()
                .map(pattern -> pattern.matcher(reason))
                .filter(Matcher::find)
                .map(Matcher::group)
                .collect(Collectors.joining(", "));
        return harmless.isEmpty() ? type : type + " (" + harmless + ")";
    }
}
