/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.Cell;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.Row;
import io.hbasesearch.core.model.RowKey;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Mails in two languages, with binary row keys and numbers. */
final class Mails {
    private static final int MAILS = 40;
    static final String DEFINITION =
            """
            table: mail
            rowKey:
              spec: {parts: {user: {type: decimal, width: 4}, zero: {kind: const, value: '\\x00'}, number: {type: u32}}}
            fields:
              from: {column: 'd:from', type: keyword}
              folder: {column: 'd:folder', type: keyword}
              subject: {column: 'd:subject', type: text, analyzers: [cjk, standard], weight: 2}
              body: {column: 'd:body', type: text, analyzers: [cjk, standard]}
              sent: {column: 'd:sent', type: date}
              size: {column: 'd:size', type: int}
              read: {column: 'd:read', type: boolean}
              code: {column: 'd:code', type: keyword}
            """;
    private static final List<List<String>> TEXTS = List.of(
            List.of(
                    "ann@example.com",
                    "Shipment delayed at Rotterdam",
                    "The container waits for customs. It arrives on 9 April."),
            List.of("bob@example.com", "Shipment released", "Customs released the container this morning."),
            List.of("li.na@example.cn", "发票抬头更正", "上次的发票抬头写错了，已经重新开具，请转给财务部确认。"),
            List.of("wang@example.cn", "数据库备份通知", "数据库的备份在每天夜里进行。"));

    static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < MAILS; i++) {
            List<String> texts = TEXTS.get(i % TEXTS.size());
            Instant sent = Instant.parse("2026-03-02T01:14:05Z").plusSeconds(i * 86_400L / 2);
            rows.add(new Row(
                    key(i),
                    List.of(
                            cell("body", bytes(texts.get(2))),
                            cell("code", bytes("C-" + (10 + i))),
                            cell("folder", bytes(i % 4 == 3 ? "archive" : "in box")),
                            cell("from", bytes(texts.get(0))),
                            cell("read", ByteArray.wrap(new byte[] {(byte) (i % 2 == 0 ? -1 : 0)})),
                            cell(
                                    "sent",
                                    ByteArray.wrap(ByteBuffer.allocate(8)
                                            .putLong(sent.toEpochMilli())
                                            .array())),
                            cell(
                                    "size",
                                    ByteArray.wrap(ByteBuffer.allocate(4)
                                            .putInt(200 + 10 * i)
                                            .array())),
                            cell("subject", bytes(texts.get(1) + " " + i)),
                            cell("x-raw", ByteArray.wrap(new byte[] {0, 1, '"', '#'})))));
        }
        return rows;
    }

    private static RowKey key(int number) {
        byte[] user = String.format(Locale.ROOT, "%04d", number % 3).getBytes(UTF_8);
        return new RowKey(ByteArray.wrap(
                ByteBuffer.allocate(9).put(user).put((byte) 0).putInt(number).array()));
    }

    private static ByteArray bytes(String text) {
        return ByteArray.utf8(text);
    }

    private static Cell cell(String qualifier, ByteArray value) {
        return new Cell(ColumnName.of("d", qualifier), 1_772_000_000_000L, value);
    }

    /** Returns all versions of a mail's cells: its subject has two. */
    static List<Cell> history(Row row) {
        List<Cell> all = new ArrayList<>();
        for (Cell cell : row.cells()) {
            all.add(cell);
            if (cell.column().toString().contains("subject")) {
                all.add(new Cell(cell.column(), cell.timestamp() - 1_000, bytes("an earlier subject")));
            }
        }
        return all;
    }

    private Mails() {}
}
