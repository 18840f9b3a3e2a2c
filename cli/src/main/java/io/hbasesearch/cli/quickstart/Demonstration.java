/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart;

import io.hbasesearch.cli.sample.MailBox;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.hbase.HBaseRowWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;

/**
 * Demonstrates the path of a row: put and found, changed and found changed, deleted and not found. Each step returns once a
 * search shows it. Safe for use by several threads, each with its own keys.
 */
final class Demonstration {
    private static final TableId TABLE = TableId.parse(MailBox.NAME);
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(5);

    private final HBaseRowWriter writer;
    private final Searches searches;

    Demonstration(HBaseRowWriter writer, Searches searches) {
        this.writer = writer;
        this.searches = searches;
    }

    /** Returns a row key in the mail box's format that no sample mail has. */
    static RowKey key(int number) {
        return RowKey.utf8("u900000120260401%06d".formatted(number));
    }

    /** Returns a unique word: letters only, so that every analyzer keeps it whole. */
    static String newWord() {
        return ThreadLocalRandom.current()
                .ints(14, 'a', 'z' + 1)
                .mapToObj(letter -> String.valueOf((char) letter))
                .collect(Collectors.joining("", "zq", ""));
    }

    void put(RowKey key, String word) {
        Map<ColumnName, ByteArray> values = new LinkedHashMap<>();
        values.put(ColumnName.of(MailBox.FAMILY, "from"), ByteArray.utf8("quickstart@hbase-search.example"));
        values.put(ColumnName.of(MailBox.FAMILY, "subject"), ByteArray.utf8("Quickstart"));
        values.put(ColumnName.of(MailBox.FAMILY, "body"), ByteArray.utf8("This mail says " + word + "."));
        writer.put(TABLE, List.of(new HBaseRowWriter.RowPut(key, values)));
    }

    void delete(RowKey key) {
        writer.delete(TABLE, key);
    }

    /** @return the time until the row was found, from now on */
    Duration awaitFound(RowKey key, String word) throws InterruptedException {
        return Await.until("row " + key + " found by its word", TIMEOUT, POLL, () -> searches.search(MailBox.NAME, word)
                .keys()
                .contains(key.bytes().utf8()));
    }

    /** @return the time until the index no longer had the word, from now on */
    Duration awaitGone(String word) throws InterruptedException {
        return Await.until(
                "a removed word no longer found",
                TIMEOUT,
                POLL,
                () -> searches.search(MailBox.NAME, word).total() == 0);
    }
}
