/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.query;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests which words of a text without blanks are separated. */
class WordBreaksTest {
    @ParameterizedTest
    @CsvSource({
        "信用卡账单, 信用卡 账单",
        "数据库的备份, 数据库 备份",
        "HBase写入, HBase 写入",
        "清华大学图书馆, 清华大学 图书馆",
        "王小明的订单, 王小明 订单",
        "データベースのバックアップ, データベース バックアップ",
        "iPhone15手机壳, iPhone15 手机壳",
        "備份失敗了, 備份 失敗",
        "数据!备份, 数据 备份",
        "whale, ''",
        "的, ''"
    })
    void wordsAreSeparated(String text, String words) {
        assertThat(String.join(" ", WordBreaks.words(text))).isEqualTo(words);
    }
}
