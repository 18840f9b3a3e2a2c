/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.load;

import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Messages as a mail box has them: sender, recipient, subject, body, date, size and a column that no index maps. The same for
 * the same number. Immutable, safe for use by several threads.
 */
public final class MailRows {
    /** Those that the definition maps. */
    public static final List<byte[]> MAPPED = Stream.of("from", "to", "subject", "body", "sent", "size")
            .map(Bytes::toBytes)
            .toList();

    public static final byte[] SUBJECT = MAPPED.get(2);
    public static final byte[] BODY = MAPPED.get(3);

    /** The field that orders documents as rows are written; none of them has the value of another. */
    public static final String BY_NUMBER = "sent";

    /** The field that orders documents by their row keys. */
    public static final String BY_KEY = "_row";

    private static final int SIZE_COLUMN = 5;
    /** What a row has beside its body, about. */
    private static final int OTHER_BYTES = 90;

    private static final int LEAST_BODY = 20;
    private static final int KEY_DIGITS = 8;
    // Not mapped: whoever reads it reads too much.
    private static final byte[] HEADERS = Bytes.toBytes("headers");
    private static final byte[] NO_NUMBER = {1, 2, 3};
    private static final int PEOPLE = 5_000;
    private static final long FIRST_MILLIS = 1_600_000_000_000L;
    private static final long APART_MILLIS = 60_000;
    // Odd, so that no two numbers have the same product; by it keys are spread over all regions, and texts over all
    // glosses.
    private static final int SPREAD = 0x9E3779B1;

    private final Glosses glosses;
    private final int bodyCharacters;
    private final int poisonEvery;

    /** @param documentBytes about how many bytes the mapped columns of a row have, 110 at least */
    public MailRows(int documentBytes) {
        this(Glosses.all(), documentBytes, Integer.MAX_VALUE);
    }

    private MailRows(Glosses glosses, int documentBytes, int poisonEvery) {
        this.glosses = glosses;
        this.bodyCharacters = Math.max(LEAST_BODY, documentBytes - OTHER_BYTES);
        this.poisonEvery = poisonEvery;
    }

    /** The same rows, but that every n-th has a size that is no number. */
    public MailRows withPoison(int every) {
        return new MailRows(glosses, bodyCharacters + OTHER_BYTES, every);
    }

    /** How many of the first rows have a size that is no number. */
    public int unmappable(int rows) {
        return rows / poisonEvery;
    }

    public static Site.Definition definition(String table) {
        return new Site.Definition(
                """
                table: default:%s
                rowKey:
                  format: text
                fields:
                  from: {column: "d:from", type: keyword}
                  to: {column: "d:to", type: keyword}
                  subject: {column: "d:subject", type: text}
                  body: {column: "d:body", type: text}
                  sent: {column: "d:sent", type: date}
                  size: {column: "d:size", type: int}
                """
                        .formatted(table));
    }

    /** Spread evenly over what 8 hexadecimal digits can be. */
    public static byte[] key(int number) {
        return Bytes.toBytes(String.format("%08x-%08d", number * SPREAD, number));
    }

    /** Which row has this key. */
    public static int number(byte[] key) {
        return Integer.parseInt(Bytes.toString(key, KEY_DIGITS + 1));
    }

    public Put put(int number) {
        return put(number, 0);
    }

    /** @param revision another one has another subject and body */
    public Put put(int number, int revision) {
        return put(number, revision, "");
    }

    /** @param word stands in the subject too */
    public Put put(int number, int revision, String word) {
        // Texts that begin one gloss apart share the others, and rows that are written one after the other are not to
        // be alike.
        int text = number * SPREAD + 31 * revision;
        String subject = word.isEmpty() ? glosses.title(text) : glosses.title(text) + " " + word;
        byte[] body = Bytes.toBytes(glosses.text(text, bodyCharacters));
        byte[] size = number % poisonEvery == poisonEvery - 1 ? NO_NUMBER : Bytes.toBytes(body.length);
        return new Put(key(number))
                .addColumn(TestTable.FAMILY, MAPPED.get(0), person(number))
                .addColumn(TestTable.FAMILY, MAPPED.get(1), person(number * 31 + 7))
                .addColumn(TestTable.FAMILY, SUBJECT, Bytes.toBytes(subject))
                .addColumn(TestTable.FAMILY, BODY, body)
                .addColumn(TestTable.FAMILY, MAPPED.get(4), Bytes.toBytes(FIRST_MILLIS + number * APART_MILLIS))
                .addColumn(TestTable.FAMILY, MAPPED.get(SIZE_COLUMN), size)
                .addColumn(TestTable.FAMILY, HEADERS, Bytes.toBytes("received: from relay-" + number + ".example"));
    }

    private static byte[] person(int number) {
        return Bytes.toBytes("user" + Math.floorMod(number * SPREAD, PEOPLE) + "@example.org");
    }
}
