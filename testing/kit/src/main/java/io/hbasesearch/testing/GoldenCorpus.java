/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing;

import static io.hbasesearch.testing.Fixtures.field;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.CellForm;
import io.hbasesearch.core.definition.value.DateForm;
import io.hbasesearch.core.definition.value.DateUnit;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.OnError;
import io.hbasesearch.core.definition.value.TextForm;
import io.hbasesearch.core.definition.value.TextStep;
import io.hbasesearch.core.definition.value.ValueEncoding;
import io.hbasesearch.core.definition.value.ValueForm;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.spi.IndexOperation;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A small bilingual mail box in which every kind of field, value and word of the golden queries occurs. */
final class GoldenCorpus {
    private static final Object[][] MESSAGES = {
        {
            "mail-01",
            "subject",
            "Quarterly report",
            "body",
            "The quarterly sales report is ready for review.",
            "sender",
            "ann@example.com",
            "folder",
            "inbox",
            "size",
            1200L,
            "uid",
            9007199254740992L,
            "rating",
            4.5,
            "weight",
            0.1,
            "sent",
            "2024-01-05T09:00:00.000Z",
            "read",
            true,
            "meta",
            Map.of(
                    "priority",
                    "High",
                    "tags",
                    List.of("finance", "two words"),
                    "thread",
                    Map.of("id", 17L, "closed", false),
                    "cost",
                    1.5)
        },
        {
            "mail-02",
            "subject",
            "Lunch tomorrow",
            "body",
            "Shall we have lunch at the noodle house tomorrow?",
            "sender",
            "bob@example.com",
            "folder",
            "inbox",
            "size",
            300L,
            "uid",
            9007199254740993L,
            "rating",
            3.0,
            "weight",
            0.2,
            "sent",
            "2024-01-06T12:30:00.000Z",
            "read",
            false,
            "meta",
            Map.of("priority", "low", "tags", List.of("private"), "thread", Map.of("id", 18L, "closed", true))
        },
        {
            "mail-03",
            "subject",
            "会议通知",
            "body",
            "明天上午十点在北京大学开会，讨论搜索引擎。",
            "sender",
            "li.wei@example.cn",
            "folder",
            "inbox",
            "size",
            800L,
            "rating",
            5.0,
            "sent",
            "2024-02-29T02:00:00.000Z",
            "read",
            false
        },
        {
            "mail-04",
            "subject",
            "旅行计划",
            "body",
            "先去北京，再去上海；和大学同学一起走。",
            "sender",
            "wang.fang@example.cn",
            "folder",
            "travel",
            "size",
            750L,
            "sent",
            "2024-03-01T00:00:00.000Z",
            "read",
            true
        },
        {
            "mail-05",
            "subject",
            "Report about 搜索",
            "body",
            "The search engine (搜索引擎) indexes every row. 数据库 and HBase work together.",
            "sender",
            "li.wei@example.cn",
            "folder",
            "work",
            "size",
            500L,
            "rating",
            4.0,
            "sent",
            "2024-02-28T23:59:59.999Z",
            "read",
            true
        },
        {
            "mail-06",
            "subject",
            "Re: Quarterly report",
            "body",
            "Sales were up; the report looks good. Reviewing it tomorrow.",
            "sender",
            "bob@example.com",
            "folder",
            "work",
            "size",
            640L,
            "sent",
            "2024-01-07T08:15:30.500Z",
            "read",
            false,
            "meta",
            Map.of("priority", "17")
        },
        {
            "mail-07",
            "subject",
            "Fox",
            "body",
            "The quick brown fox jumps over the lazy dog.",
            "note",
            "the fox of the forest",
            "folder",
            "fables",
            "size",
            90L
        },
        {
            "mail-08",
            "subject",
            "Dog",
            "body",
            "A lazy brown dog and a quick red fox.",
            "note",
            "a fox in the forest",
            "folder",
            "fables",
            "size",
            91L
        },
        {
            "mail-09",
            "subject",
            "Invoice 2024-0042",
            "body",
            "Amount due: 1999 EUR. Order number 4711.",
            "sender",
            "billing@example.com",
            "size",
            -5L,
            "uid",
            -1L,
            "rating",
            -1.25,
            "weight",
            -0.5,
            "sent",
            "1969-12-31T23:59:59.999Z"
        },
        {"mail-10", "subject", "Colour or color", "body", "Spelling: color, colour, colours and favourite."},
        {"mail-11", "subject", "Café résumé", "body", "A naïve café. Party 🎉"},
        {"mail-12", "sender", "Carol Smith", "folder", "Archive/2023", "read", true},
        {"mail-13"},
        {"mail-14", "body", "HBase 2.6.4 region server, kafka-clients, user@host.example and foo_bar"},
    };

    private GoldenCorpus() {}

    static IndexDefinition definition(String index) {
        return Fixtures.definition(
                index,
                FieldMapping.ofRowKey("id"),
                field("subject", FieldType.TEXT),
                field("body", FieldType.TEXT).withAnalyzers(List.of("cjk", "standard")),
                field("note", FieldType.TEXT).withAnalyzers(List.of("stop")).onlyByName(),
                field("sender", FieldType.KEYWORD),
                field("folder", FieldType.KEYWORD).onlyByName(),
                field("size", FieldType.INT),
                field("uid", FieldType.LONG),
                field("rating", FieldType.DOUBLE),
                field("weight", FieldType.FLOAT),
                field("sent", FieldType.DATE),
                posted(),
                from(),
                field("read", FieldType.BOOLEAN),
                field("meta", FieldType.JSON));
    }

    /** The same moments as {@code sent}, in the zone of Shanghai. */
    private static FieldMapping posted() {
        DateForm inShanghai = new DateForm(null, ZoneId.of("Asia/Shanghai"), DateUnit.MILLIS);
        return new FieldMapping(
                "posted",
                field("posted", FieldType.DATE).source(),
                FieldType.DATE,
                ValueForm.of(ValueEncoding.UTF8, inShanghai),
                List.of(),
                false);
    }

    /** The sender in lower case, found by its end too. */
    private static FieldMapping from() {
        TextForm lower = new TextForm(Optional.empty(), List.of(new TextStep.Lower()), Map.of());
        return new FieldMapping(
                "from",
                field("from", FieldType.KEYWORD).source(),
                FieldType.KEYWORD,
                new ValueForm(CellForm.of(ValueEncoding.UTF8), lower, DateForm.DEFAULT, OnError.DEAD_LETTER),
                List.of(),
                false,
                true,
                FieldMapping.DEFAULT_WEIGHT);
    }

    /** Every message, and a stub that matches nothing although it once said {@code report}. */
    static List<IndexOperation> operations() {
        List<IndexOperation> operations = new ArrayList<>();
        for (Object[] message : MESSAGES) {
            operations.add(Fixtures.upsert((String) message[0], operations.size(), document(message)));
        }
        operations.add(Fixtures.deleted("mail-15", operations.size()));
        operations.add(Fixtures.failed("mail-16", operations.size()));
        return operations;
    }

    static List<String> allRows() {
        return List.of(MESSAGES).stream().map(message -> (String) message[0]).toList();
    }

    private static Document document(Object[] message) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", message[0]);
        for (int i = 1; i < message.length; i += 2) {
            fields.put((String) message[i], message[i + 1]);
        }
        if (fields.containsKey("sent")) {
            fields.put("posted", fields.get("sent"));
        }
        if (fields.containsKey("sender")) {
            fields.put("from", ((String) fields.get("sender")).toLowerCase(Locale.ROOT));
        }
        return new Document(fields);
    }
}
