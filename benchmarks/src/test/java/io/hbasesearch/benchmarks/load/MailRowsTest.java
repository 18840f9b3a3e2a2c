/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.system.TestTable;
import java.util.HashSet;
import java.util.Set;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class MailRowsTest {
    private static byte[] value(Put put, byte[] column) {
        return CellUtil.cloneValue(put.get(TestTable.FAMILY, column).get(0));
    }

    @Test
    void aRowIsAboutAsLargeAsWanted() {
        for (int wanted : new int[] {200, 1_024, 10_240}) {
            MailRows rows = new MailRows(wanted);
            for (int number = 0; number < 100; number++) {
                Put put = rows.put(number);
                int bytes = MailRows.MAPPED.stream()
                        .mapToInt(column -> value(put, column).length)
                        .sum();
                assertThat(bytes).isBetween(wanted * 8 / 10, wanted * 12 / 10 + 60);
            }
        }
    }

    @Test
    void keysDifferAndAreSpreadOverAllRegions() {
        Set<String> keys = new HashSet<>();
        Set<Character> first = new HashSet<>();
        for (int number = 0; number < 10_000; number++) {
            String key = Bytes.toString(MailRows.key(number));
            keys.add(key);
            first.add(key.charAt(0));
        }
        assertThat(keys).hasSize(10_000);
        assertThat(first).hasSize(16);
    }

    @Test
    void aKeyTellsItsNumber() {
        for (int number : new int[] {0, 7, 99_999_999}) {
            assertThat(MailRows.number(MailRows.key(number))).isEqualTo(number);
        }
    }

    @Test
    void theSameNumberGivesTheSameRowAndAnotherRevisionOtherText() {
        MailRows rows = new MailRows(200);
        assertThat(value(rows.put(7), MailRows.BODY)).isEqualTo(value(new MailRows(200).put(7), MailRows.BODY));
        assertThat(value(rows.put(7, 1), MailRows.BODY)).isNotEqualTo(value(rows.put(7), MailRows.BODY));
        assertThat(Bytes.toString(value(rows.put(7, 1, "word"), MailRows.SUBJECT)))
                .endsWith(" word");
    }

    @Test
    void rowsThatAreWrittenOneAfterTheOtherShareNoText() {
        MailRows rows = new MailRows(1_024);
        for (int number = 0; number < 100; number++) {
            String body = Bytes.toString(value(rows.put(number), MailRows.BODY));
            String next = Bytes.toString(value(rows.put(number + 1), MailRows.BODY));
            assertThat(body).doesNotContain(next.substring(0, 200));
            assertThat(next).doesNotContain(body.substring(0, 200));
        }
    }

    @Test
    void everyNthRowIsPoison() {
        MailRows rows = new MailRows(200).withPoison(10);
        byte[] size = MailRows.MAPPED.get(5);
        assertThat(value(rows.put(9), size)).hasSize(3);
        assertThat(value(rows.put(10), size)).hasSize(4);
    }
}
