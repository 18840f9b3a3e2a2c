/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnName;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MailBoxTest {
    @Test
    void makesARowOfAMail() {
        SampleRow row = MailBox.parse("# comment\n=== u1000009 000007 2026-03-02T09:14:05+08:00\nFrom: a@x.example\n"
                        + "To: b@x.example\nSubject: 主题\n\n你好\nworld\n")
                .get(0);

        assertThat(row.key().printable()).isEqualTo("u100000920260302000007");
        assertThat(cell(row, "from").utf8()).isEqualTo("a@x.example");
        assertThat(cell(row, "subject").utf8()).isEqualTo("主题");
        assertThat(cell(row, "body").utf8()).isEqualTo("你好\nworld");
        assertThat(ByteBuffer.wrap(cell(row, "sent").toBytes()).getLong())
                .isEqualTo(Instant.parse("2026-03-02T01:14:05Z").toEpochMilli());
        assertThat(ByteBuffer.wrap(cell(row, "size").toBytes()).getInt()).isEqualTo(12);
    }

    @Test
    void namesTheLineThatIsNoHeader() {
        assertThatThrownBy(() -> MailBox.parse("=== u1000009 000007 2026-03-02T09:14:05+08:00\nCc: a\n\nx"))
                .hasMessageContaining("Cc: a");
    }

    @Test
    void holdsSixtyMailsWithKeysOfFixedWidth() {
        List<SampleRow> rows = MailBox.rows();
        Set<Object> keys = new HashSet<>();
        rows.forEach(row -> keys.add(row.key()));

        assertThat(rows).hasSize(60);
        assertThat(keys).hasSize(60);
        assertThat(rows).allSatisfy(row -> {
            assertThat(row.key().bytes().length()).isEqualTo(22);
            assertThat(row.cells()).hasSize(6);
        });
    }

    private static ByteArray cell(SampleRow row, String qualifier) {
        return row.cells().get(ColumnName.of("m", qualifier));
    }
}
