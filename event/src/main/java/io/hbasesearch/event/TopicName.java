/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.event;

import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Name of the Kafka topic of a table in an epoch: {@code hbase-search.<namespace>.<table>}, followed by {@code .e<epoch>} from the second
 * epoch on.
 *
 * <p>The mapping is injective. A namespace has no dot, so the first two dots delimit it. A table whose own name ends like an epoch suffix
 * ({@code orders.e2}) always gets the suffix, also in its first epoch, so the last {@code .e<n>} of a topic name is always the epoch.
 */
public final class TopicName {
    /** Prefix of every topic of this project. */
    public static final String PREFIX = "hbase-search.";

    /** Prefix of dead-letter topics; no namespace can have this name, because HBase allows no dash in it. */
    private static final String DEAD_LETTERS = PREFIX + "dead-letters.";

    private static final String REINDEX_LOG = PREFIX + "reindex-log.";

    /** Kafka's limit for a topic name, in characters. */
    public static final int MAX_LENGTH = 249;

    public static final int MAX_EPOCH = 32_767;

    private static final Pattern LOOKS_LIKE_EPOCH = Pattern.compile(".*\\.e[0-9]+");
    private static final Pattern TABLE_TOPIC =
            Pattern.compile("hbase-search\\.([A-Za-z0-9_]+)\\.(.+?)(?:\\.e([0-9]+))?");

    private final String namespace;
    private final String table;
    private final int epoch;

    private TopicName(String namespace, String table, int epoch) {
        this.namespace = namespace;
        this.table = table;
        this.epoch = epoch;
    }

    /**
     * Creates the name of a table's topic.
     *
     * @param table the table's qualifier, without its namespace
     * @throws IllegalArgumentException if the epoch is not within 1 and {@link #MAX_EPOCH}, or the name is too long for Kafka
     */
    public static TopicName of(String namespace, String table, int epoch) {
        Objects.requireNonNull(namespace, "namespace");
        Objects.requireNonNull(table, "table");
        if (epoch < 1 || epoch > MAX_EPOCH) {
            throw new IllegalArgumentException("epoch must be within 1 and " + MAX_EPOCH + ", not " + epoch);
        }
        TopicName topic = new TopicName(namespace, table, epoch);
        if (topic.toString().length() > MAX_LENGTH) {
            throw new IllegalArgumentException("the topic name of table " + namespace + ":" + table + " has "
                    + topic.toString().length() + " characters; Kafka allows " + MAX_LENGTH);
        }
        return topic;
    }

    /**
     * Parses a topic name; the inverse of {@link #toString()}.
     *
     * @throws IllegalArgumentException if this is not the topic of a table
     */
    public static TopicName parse(String topic) {
        Matcher matcher = TABLE_TOPIC.matcher(Objects.requireNonNull(topic, "topic"));
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not the topic of a table: " + topic);
        }
        String suffix = matcher.group(3);
        return of(matcher.group(1), matcher.group(2), suffix == null ? 1 : Integer.parseInt(suffix));
    }

    /** Returns the topic that holds an index's dead letters. */
    public static String deadLetters(String index) {
        return DEAD_LETTERS + Objects.requireNonNull(index, "index");
    }

    /** Returns the topic in which backfills of an index record their progress. */
    public static String reindexLog(String index) {
        return REINDEX_LOG + Objects.requireNonNull(index, "index");
    }

    public String namespace() {
        return namespace;
    }

    public String table() {
        return table;
    }

    public int epoch() {
        return epoch;
    }

    @Override
    public String toString() {
        String first = PREFIX + namespace + "." + table;
        return epoch == 1 && !LOOKS_LIKE_EPOCH.matcher(table).matches() ? first : first + ".e" + epoch;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TopicName && toString().equals(other.toString());
    }

    @Override
    public int hashCode() {
        return toString().hashCode();
    }
}
