/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks;

import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A table of messages as a mail box has them, one in ten in Chinese, in four regions and on disk. How often a word comes follows a power
 * law, as in real text, so that postings and their compression are what they are there. The same for the same number of rows.
 */
final class MailTable {
    static final String NAME = "mail";

    /** Those that the definition maps. */
    static final List<byte[]> MAPPED = Stream.of("from", "to", "subject", "body", "sent", "size")
            .map(Bytes::toBytes)
            .toList();

    // Not mapped: whoever reads it reads too much.
    private static final byte[] HEADERS = Bytes.toBytes("headers");
    private static final byte[][] SPLITS = {Bytes.toBytes("4"), Bytes.toBytes("8"), Bytes.toBytes("c")};
    private static final int BATCH = 1_000;
    private static final int PEOPLE = 5_000;
    private static final int CHINESE_EVERY = 10;
    private static final long FIRST_MILLIS = 1_600_000_000_000L;
    private static final long APART_MILLIS = 60_000;

    private final Random random = new Random(1);
    private final Vocabulary words = new Vocabulary(random);

    private MailTable() {}

    static Site.Definition definition() {
        return new Site.Definition(
                """
                table: default:%s
                rowKey:
                  format: text
                fields:
                  from: {column: "d:from", type: keyword}
                  to: {column: "d:to", type: keyword}
                  subject: {column: "d:subject", type: text, analyzers: [cjk, standard]}
                  body: {column: "d:body", type: text, analyzers: [cjk, standard]}
                  sent: {column: "d:sent", type: date}
                  size: {column: "d:size", type: int}
                """
                        .formatted(NAME));
    }

    /** Written while nobody announces it: its rows come to an index by a reindex alone. */
    static TestTable create(Connection connection, int rows) throws IOException {
        TestTable table = TestTable.create(connection, NAME, 0, SPLITS);
        new MailTable().fill(table, rows);
        try (Admin admin = connection.getAdmin()) {
            admin.flush(table.name());
        }
        return table;
    }

    /** Its edits, of which there are none, from now on. */
    static void announce(Site site) {
        site.run(0, "peer", "add", "--peer-id", NAME, "--table", NAME, "--replication-factor", "1", "--set-scope");
    }

    private void fill(TestTable table, int rows) throws IOException {
        try (Table open = table.open()) {
            List<Put> puts = new ArrayList<>(BATCH);
            for (int i = 0; i < rows; i++) {
                puts.add(message(i));
                if (puts.size() == BATCH || i == rows - 1) {
                    open.put(puts);
                    puts.clear();
                }
            }
        }
    }

    private Put message(int number) {
        boolean chinese = number % CHINESE_EVERY == 0;
        String subject = chinese ? words.chinese(6, 20) : words.english(4, 9);
        String body = chinese ? words.chinese(80, 240) : words.english(60, 140);
        byte[] text = Bytes.toBytes(body);
        String key = String.format("%08x-%08d", random.nextInt(), number);
        return new Put(Bytes.toBytes(key))
                .addColumn(TestTable.FAMILY, MAPPED.get(0), person())
                .addColumn(TestTable.FAMILY, MAPPED.get(1), person())
                .addColumn(TestTable.FAMILY, MAPPED.get(2), Bytes.toBytes(subject))
                .addColumn(TestTable.FAMILY, MAPPED.get(3), text)
                .addColumn(TestTable.FAMILY, MAPPED.get(4), Bytes.toBytes(FIRST_MILLIS + number * APART_MILLIS))
                .addColumn(TestTable.FAMILY, MAPPED.get(5), Bytes.toBytes(text.length))
                .addColumn(TestTable.FAMILY, HEADERS, Bytes.toBytes("received: from relay-" + number + ".example"));
    }

    private byte[] person() {
        return Bytes.toBytes("user" + random.nextInt(PEOPLE) + "@example.org");
    }
}
