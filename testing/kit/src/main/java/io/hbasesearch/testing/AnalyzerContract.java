/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.AnalyzerVersion;
import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.query.Query;
import io.hbasesearch.core.query.QueryStringParser;
import io.hbasesearch.core.spi.DocumentSearcher;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/**
 * Every named analyzer finds the same rows on every backend that has it, and the matcher says the same of the single rows. Each text is in
 * one field for each analyzer.
 */
public abstract class AnalyzerContract extends TextsContract {
    private static final String PAIRS = "cjk cjk_t2s";
    private static final String WORDS = "smartcn smartcn_t2s japanese korean";
    private static final List<String> ANALYZERS = Stream.of(PAIRS, WORDS, "standard folding english turkish greek")
            .flatMap(names -> Stream.of(names.split(" ", -1)))
            .toList();

    private static final List<String> TEXTS = List.of(
            "数据库很快",
            "王小明在IT部门工作",
            "清华大学",
            "3个月的假期",
            "3月份的假期",
            "北京，上海",
            "A型机床与B型",
            "數據庫",
            "İstanbul'da IŞIK kütüphaneler",
            "οδός ΟΔΟΣ βιβλιοθήκες",
            "libraries running cafés",
            "データベース 東京都",
            "서울 대학교 학생",
            "ｉＰｈｏｎｅ１５ 手机",
            "Crème brûlée ÅNGSTRÖM cafe\u0301");

    /** {@code analyzers | query => numbers of texts}. */
    private static final String GOLDEN =
            """
            cjk | 库 => 01
            cjk_t2s | 库 => 01 08
            PAIRS | 王 => 02
            PAIRS | 作 => 02
            PAIRS | 学 => 03
            PAIRS | 快 => 01
            PAIRS | 的 => 04 05
            PAIRS | 都 => 12
            PAIRS | 生 =>
            PAIRS | 생 => 13
            PAIRS | タ => 12
            PAIRS | 大学 => 03
            PAIRS | 学校 =>
            PAIRS | IT => 02
            PAIRS | it部门 => 02
            PAIRS | IT部 => 02
            PAIRS | it AND 王 => 02
            PAIRS | it OR 王 OR 学 => 02 03
            PAIRS | 3月 => 05
            PAIRS | 3个月 => 04
            PAIRS | 3个 => 04
            PAIRS | 月 => 04 05
            PAIRS | 京上 =>
            PAIRS | 京 => 06 12
            PAIRS | "北京 上海" => 06
            PAIRS | "北京 海" =>
            PAIRS | "北京 海"~1 => 06
            PAIRS | A型 => 07
            PAIRS | a型机床 => 07
            PAIRS | A机 =>
            PAIRS | 型机床与B型 => 07
            PAIRS | "A型 机床" => 07
            PAIRS | 床与b => 07
            PAIRS | 床b =>
            PAIRS | 型* => 07
            PAIRS | A型* => 07
            PAIRS | A型机* => 07
            PAIRS | B型机* =>
            PAIRS | 王小明在i* => 02
            PAIRS | 王小* => 02
            PAIRS | 部* => 02
            PAIRS | iphone15 => 14
            PAIRS | iPho* => 14
            PAIRS | iphone15手机 => 14
            PAIRS | ＩＰＨＯＮＥ１５手* => 14
            PAIRS | 手?机 =>
            cjk | 据 => 01
            cjk | 数据库 => 01
            cjk | 数据* => 01
            cjk | 数据库* => 01
            cjk | 數 => 08
            cjk_t2s | 据 => 01 08
            cjk_t2s | 據 => 01 08
            cjk_t2s | 數據庫 => 01 08
            cjk_t2s | 數* => 01 08
            cjk_t2s | 數據* => 01 08
            cjk_t2s | 數據庫* => 01 08
            cjk_t2s | 数据库很* => 01
            WORDS | 王 => 02
            smartcn | 据 => 01
            smartcn smartcn_t2s | 学 => 03
            smartcn smartcn_t2s | 清华大学 => 03
            smartcn smartcn_t2s | it => 02
            smartcn smartcn_t2s | IT部门 => 02
            smartcn smartcn_t2s | LIBR* => 11
            smartcn_t2s | 據 => 01 08
            smartcn_t2s | 數據庫 => 01 08
            japanese | 都 => 12
            japanese | 京 => 06 12
            korean | 학 => 13
            turkish | İst* => 09
            turkish | ist* => 09
            turkish | ISTAN* =>
            turkish | istanbul => 09
            turkish | ışık => 09
            turkish | IŞI* => 09
            turkish | işık =>
            turkish | kütüphaneler => 09
            turkish | KÜTÜPHANELER* => 09
            greek | οδός => 10
            greek | ΟΔΟΣ* => 10
            greek | βιβλιοθήκη => 10
            greek | βιβλιοθήκ* => 10
            greek | ΒΙΒΛΙΟΘΗΚ* => 10
            english | library => 11
            english | libraries* => 11
            english | LIBR* => 11
            english | run => 11
            english | it =>
            standard | it => 02
            standard | 据 => 01
            standard | cafe =>
            standard | café => 15
            folding | cafe => 15
            folding | café => 15
            folding | CAFE\u0301 => 15
            folding | cafés => 11
            folding | CAFÉ* => 11 15
            folding | caf* => 11 15
            folding | "creme brulee" => 15
            folding | br?lee => 15
            folding | angstrom => 15
            folding | Ångst* => 15
            folding | angstrôm~1 => 15
            folding | isik => 09
            folding | istanb* => 09
            folding | ΟΔΟΣ* => 10
            folding | 据 => 01
            standard | 上海 => 06
            standard | ISTAN* => 09
            """;

    private record Golden(String analyzer, String query, String rows) {
        static Stream<Golden> parse(String line) {
            String[] sides = line.split("=>", -1);
            String[] query = sides[0].split("\\|", -1);
            String names = query[0].strip().replace("PAIRS", PAIRS).replace("WORDS", WORDS);
            return Stream.of(names.split(" ", -1)).map(name -> new Golden(name, query[1].strip(), sides[1].strip()));
        }
    }

    /** The analyzers that the backend has under test. */
    protected abstract List<String> expected();

    protected static List<String> all() {
        return ANALYZERS;
    }

    @Override
    protected final IndexDefinition define(String index) {
        return Fixtures.definition(
                index,
                ANALYZERS.stream()
                        .map(name -> Fixtures.field(name, FieldType.TEXT)
                                .withAnalyzers(List.of(name, "standard"))
                                .onlyByName())
                        .toArray(FieldMapping[]::new));
    }

    @Test
    void goldenQueriesFindTheirRowsWithEachAnalyzer() {
        Map<String, Document> documents = documents(TEXTS, ANALYZERS);
        List<String> chosen = ANALYZERS.stream()
                .filter(name -> AnalyzerVersion.current(name)
                        .stored()
                        .equals(metadata().analyzers().get(name)))
                .toList();
        assertThat(chosen).containsAll(expected());
        SoftAssertions softly = new SoftAssertions();
        try (DocumentSearcher searcher = searcherOf(documents)) {
            GOLDEN.lines()
                    .flatMap(Golden::parse)
                    .filter(golden -> chosen.contains(golden.analyzer()))
                    .forEach(golden -> {
                        Query query =
                                QueryStringParser.parse(golden.analyzer() + ":(" + golden.query() + ")", definition());
                        softly.assertThat(found(searcher, query))
                                .as("%s in %s", golden.query(), golden.analyzer())
                                .isEqualTo(golden.rows());
                        softly.assertThat(matched(documents, query))
                                .as("matcher: %s in %s", golden.query(), golden.analyzer())
                                .isEqualTo(golden.rows());
                    });
        }
        softly.assertAll();
    }
}
