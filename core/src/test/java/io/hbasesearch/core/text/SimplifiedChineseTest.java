/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SimplifiedChineseTest {
    private final Map<String, String> characters = SimplifiedChinese.ofTraditional();

    @Test
    void traditionalCharactersHaveTheirSimplifiedOnes() {
        assertThat(characters)
                .containsEntry("圖", "图")
                .containsEntry("書", "书")
                .containsEntry("館", "馆")
                .containsEntry("體", "体");
    }

    @Test
    void whatIsTheSameInBothOrNoChineseStays() {
        assertThat(characters).doesNotContainKeys("图", "大", "a", "1", " ", "の", "한");
        assertThat(characters).hasSizeBetween(1_500, 10_000);
    }
}
