/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Queries over {@link GoldenCorpus} and the rows that they find, which were worked out by hand. */
final class GoldenQueries {
    /** @param rows the last two digits of each row's key, in order */
    record GoldenQuery(String text, List<String> filters, List<String> rows) {}

    /** {@code query => rows} or {@code query | filter | filter => rows}. */
    private static final String WORDS =
            """
            report => 01 05 06
            REPORT => 01 05 06
            reports =>
            quarterly report => 01 06
            quarterly AND report => 01 06
            lunch OR fox => 02 07 08
            (fox OR lunch) AND tomorrow => 02
            fox OR lunch tomorrow => 02 07 08
            lunch tomorrow OR fox => 02 07 08
            lunch AND tomorrow OR fox => 02 07 08
            fox OR lunch -lazy => 02
            report NOT sales => 05
            report -sales => 05
            +report -quarterly => 05
            +report OR fox => 01 05 06
            report AND (sales OR search) => 01 05 06
            dog -fox =>
            subject:dog => 08
            body:dog => 07 08
            subject:(fox OR dog) => 07 08
            subject:report body:sales => 01 06
            quarterly ann@example.com => 01
            1999 => 09
            2.6.4 => 14
            kafka-clients => 14
            kafka clients => 14
            foo_bar => 14
            foo =>
            user@host.example => 14
            café => 11
            r?sume\u0301 => 11
            resume\u0301~1 => 11
            CAFÉ => 11
            cafe =>
            🎉 => 11
            mail-07 => 07
            fables =>
            unheardof =>
            """;

    private static final String PHRASES =
            """
            "quick brown fox" => 07
            "Quick BROWN fox" => 07
            "quick fox" =>
            "quick fox"~1 => 07 08
            "fox quick"~1 =>
            "fox quick"~3 => 07 08
            "lazy brown dog" => 08
            body:"lazy dog" => 07
            "sales report is ready" => 01
            "report sales" =>
            """;

    private static final String CHINESE =
            """
            北京大学 => 03
            "北京大学" => 03
            北京 => 03 04
            大学 => 03 04
            北京 大学 => 03 04
            上海大学 =>
            上海 OR 会议 => 03 04
            大学 -上海 => 03
            搜索引擎 => 03 05
            引擎搜索 =>
            subject:搜索 => 05
            会议通知 => 03
            HBase AND 搜索 => 05
            数据库 hbase => 05
            hbase => 05 14
            “北京，再去上海” => 04
            据 => 05
            库 => 05
            京 => 03 04
            起走 => 04
            走 => 04
            京去 =>
            subject:告 =>
            "北京 大学" => 03
            "北京大 学" => 03
            it => 06
            it tomorrow => 06
            """;

    private static final String PREFIXES_AND_INEXACT_WORDS =
            """
            qui* => 07 08
            Qui* => 07 08
            subject:qu* => 01 06
            review* => 01 06
            colo* => 10
            colour~1 => 10
            collor~1 => 10
            reprot~1 => 01 05 06
            reprt~1 => 01 05 06
            rprt~1 =>
            rprt~2 => 01 05 06
            REPRT~1 => 01 05 06
            id:mail-0* => 01 02 03 04 05 06 07 08 09
            sender:ann* => 01
            sender:Ann* =>
            sender:Carol* => 12
            sender:bob@exmple.com~1 => 02 06
            sender:bbo@example.com~1 => 02 06
            """;

    private static final String WHOLE_VALUES =
            """
            sender:ann@example.com => 01
            sender:Ann@example.com =>
            sender:ann =>
            sender:"Carol Smith" => 12
            sender:Carol =>
            folder:Archive/2023 => 12
            folder:[A TO B] => 12
            folder:[fables TO inbox} => 07 08
            folder:[fables TO inbox] => 01 02 03 07 08
            id:mail-13 => 13
            read:true => 01 04 05 12
            read:false => 02 03 06
            read:TRUE AND folder:inbox => 01
            -read:true => 02 03 06 07 08 09 10 11 13 14
            """;

    private static final String NUMBERS_AND_DATES =
            """
            size:300 => 02
            size:[300 TO 800] => 02 03 04 05 06
            size:{300 TO 800} => 04 05 06
            size:{300 TO 800] => 03 04 05 06
            size>=800 => 01 03
            size>800 => 01
            size<0 => 09
            size:-5 => 09
            size:[* TO 90] => 07 09
            size:[800 TO 300] =>
            size:* => 01 02 03 04 05 06 07 08 09
            uid:9007199254740993 => 02
            uid>9007199254740992 => 02
            uid:[-1 TO 0] => 09
            uid>=-9223372036854775808 => 01 02 09
            rating:4.5 => 01
            rating>4 => 01 03
            rating>=4.0 => 01 03 05
            rating:[-2 TO -1] => 09
            weight:0.1 => 01
            weight>0.1 => 02
            weight<=0.1 => 01 09
            sent:2024-02-29 => 03
            sent:2024-01-06T12:30:00Z => 02
            sent:2024-01-06T20:30:00+08:00 => 02
            sent:[2024-01-05 TO 2024-01-06] => 01 02
            sent:[2024-02-28 TO 2024-02-29] => 03 05
            sent>2024-02-29 => 04
            sent>=2024-02-29 => 03 04
            sent<1970-01-01 => 09
            sent:2024-01-07T08:15:30.500Z => 06
            """;

    private static final String JSON =
            """
            meta.priority:High => 01
            meta.priority:high =>
            meta.tags:finance => 01
            meta.tags:"two words" => 01
            meta.tags:two =>
            meta.thread.id:17 => 01
            meta.thread.closed:false => 01
            meta.thread.closed:true => 02
            meta.cost:1.5 => 01
            meta.priority:17 => 06
            meta.thread:17 =>
            meta:17 => 01 06
            meta:High => 01
            meta:priority =>
            """;

    private static final String STOP_WORDS =
            """
            note:fox => 07 08
            note:the =>
            note:(the fox) => 07 08
            note:(the of) =>
            note:(fox -the) => 07 08
            note:(fox OR the) => 07 08
            note:"of the forest" => 07 08
            note:"fox of the forest" => 07 08
            note:"fox forest" =>
            """;

    private static final String EVERYTHING_AND_FILTERS =
            """
            * => 01 02 03 04 05 06 07 08 09 10 11 12 13 14
            *:* => 01 02 03 04 05 06 07 08 09 10 11 12 13 14
            -report => 02 03 04 07 08 09 10 11 12 13 14
            NOT folder:inbox NOT folder:work => 04 07 08 09 10 11 12 13 14
            report | read:true => 01 05
            report | read:true | size>=1000 => 01
            * | folder:inbox | -read:true => 02 03
            report | body:fox =>
            北京 | sent:[2024-03-01 TO 2024-03-31] => 04
            """;

    private static final String PATTERNS =
            """
            qu?ck => 07 08
            qui*k => 07 08
            Q*Y => 01 06
            r?p*t => 01 05 06
            sender:a?n@example.com => 01
            sender:A?n@example.com =>
            subject:/repor(t|ts)/ => 01 05 06
            /QU[a-i]ck/ => 07 08
            /colou?rs?/ => 10
            /colou{2}r/ =>
            sender:/bob@example\\.c.m/ => 02 06
            sender:/bob@example\\.c./ =>
            report AND NOT /sal.s/ => 05
            """;

    private static final String ANY_VALUES =
            """
            body:* => 01 02 03 04 05 06 07 08 09 10 11 14
            -body:* => 12 13
            read:* => 01 02 03 04 05 06 12
            meta:* => 01 02 06
            meta.priority:* => 01 02 06
            meta.tags:* => 01 02
            meta.thread:* =>
            """;

    private static final String WORDS_OF_PEOPLE =
            """
            report? => 01 05 06
            is the report ready? => 01
            quick fox?! => 07 08
            lazy dog ? => 07 08
            body:tomorrow? => 02 06
            qu?ck? => 07 08
            大学？ => 03 04
            Spelling: color => 10
            Party: 🎉 => 11
            subjct:report =>
            size:３００ => 02
            size:[３００ TO ８００] => 02 03 04 05 06
            sent:２０２４-02-29 => 03
            """;

    /** Prefixes, wildcards and inexact words of fields whose analyzers change characters in other ways, or make several words of a text. */
    private static final String BEGINNINGS =
            """
            北京* => 03 04
            北京大* => 03
            数据* => 05
            数据库* => 05
            搜索引* => 03 05
            引擎搜* =>
            user@hos* => 14
            "user@hos" =>
            kafka-cl* => 14
            2.6* => 14
            CAF* => 11
            CAFÉ* => 11
            r?SUMÉ => 11
            RÉSUM~1 => 11
            /r.SUM./ => 11
            """;

    private static final String TRANSFORMED_VALUES =
            """
            from:Ann@Example.com => 01
            from:"CAROL Smith" => 12
            from:CAROL* => 12
            from:A?N@example.com => 01
            from:ANN@exmple.com~1 => 01
            from:[ANN TO ANNA] => 01
            {"term":{"field":"from","value":"Ann@Example.com"}} => 01
            from:*@example.cn => 03 04 05
            from:*@EXAMPLE.CN => 03 04 05
            from:*example.com -from:bob* => 01 09
            from:*Smith => 12
            from:*smith\\@ =>
            from:(*.com OR *h) => 01 02 06 09 12
            report | from:*.com => 01 06
            {"suffix":{"field":"from","value":"@example.com"}} => 01 02 06 09
            {"wildcard":{"field":"from","pattern":"*@example.com"}} => 01 02 06 09
            """;

    private static final String DAYS_OF_SHANGHAI =
            """
            posted:2024-02-29 => 03 05
            posted:2024-02-28 =>
            posted:[2024-02-28 TO 2024-02-29] => 03 05
            posted>2024-02-29 => 04
            posted<1970-01-01 =>
            posted:1970-01-01 => 09
            posted:"2024-01-06 20:30" => 02
            posted:2024-01-06T20:30 => 02
            posted:2024-01-06T12:30Z => 02
            {"range":{"field":"posted","gte":"2024-02-29","lt":"2024-03-01"}} => 03 05
            {"term":{"field":"posted","value":"2024-02-29"}} => 03 05
            * | posted:2024-02-29 => 03 05
            """;

    private static final String TREES =
            """
            {"all":{}} => 01 02 03 04 05 06 07 08 09 10 11 12 13 14
            {"match":{"text":"report sales"}} => 01 06
            {"match":{"text":"lunch fox","operator":"any"}} => 02 07 08
            {"phrase":{"field":"body","text":"quick fox","slop":1}} => 07 08
            {"term":{"field":"size","value":300}} => 02
            {"terms":{"field":"folder","values":["travel","fables"]}} => 04 07 08
            {"prefix":{"field":"sender","value":"b"}} => 02 06 09
            {"fuzzy":{"value":"reprot","edits":1}} => 01 05 06
            {"wildcard":{"pattern":"qu?ck"}} => 07 08
            {"regexp":{"field":"subject","pattern":"(quarterly|lunch)"}} => 01 02 06
            {"range":{"field":"size","gt":300,"lte":800}} => 03 04 05 06
            {"range":{"field":"sent","gte":"2024-02-29"}} => 03 04
            {"exists":{"field":"rating"}} => 01 02 03 05 09
            {"query_string":{"query":"report -sales"}} => 05
            {"bool":{"must_not":[{"exists":{"field":"body"}}]}} => 12 13
            {"bool":{"must":{"match":{"text":"report"}},"filter":{"term":{"field":"read","value":true}}}} => 01 05
            {"bool":{"filter":[{"term":{"field":"folder","value":"work"}}],"should":[{"match":{"text":"sales"}}]}} => 05 06
            {"bool":{"should":[{"match":{"text":"report"}},{"term":{"field":"read","value":true}},{"term":{"field":"folder","value":"inbox"}}],"minimum":2}} => 01 05
            """;

    private GoldenQueries() {}

    static List<GoldenQuery> all() {
        List<GoldenQuery> all = new ArrayList<>();
        for (String group : List.of(
                WORDS,
                PHRASES,
                CHINESE,
                PREFIXES_AND_INEXACT_WORDS,
                WHOLE_VALUES,
                NUMBERS_AND_DATES,
                JSON,
                STOP_WORDS,
                PATTERNS,
                ANY_VALUES,
                WORDS_OF_PEOPLE,
                BEGINNINGS,
                TRANSFORMED_VALUES,
                DAYS_OF_SHANGHAI,
                TREES,
                EVERYTHING_AND_FILTERS)) {
            group.lines().map(GoldenQueries::parse).forEach(all::add);
        }
        return all;
    }

    private static GoldenQuery parse(String line) {
        int arrow = line.lastIndexOf("=>");
        List<String> parts = Arrays.stream(line.substring(0, arrow).split(" \\| ", -1))
                .map(String::strip)
                .toList();
        List<String> rows = Arrays.stream(line.substring(arrow + 2).split(" ", -1))
                .filter(digits -> !digits.isEmpty())
                .map(digits -> "mail-" + digits)
                .toList();
        return new GoldenQuery(parts.get(0), parts.subList(1, parts.size()), rows);
    }
}
