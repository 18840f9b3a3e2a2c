/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnName;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TypedColumnTest {
    @Test
    void aTypeStandsBehindTheSecondColon() {
        assertThat(TypedColumn.parse("m:age:int"))
                .isEqualTo(new TypedColumn(ColumnName.of("m", "age"), Optional.of(CellType.INT)));
        assertThat(TypedColumn.parse("m:age").type()).isEmpty();
        assertThat(TypedColumn.parse("m:").column()).isEqualTo(ColumnName.of("m", ""));
        assertThat(TypedColumn.parse("m::long").type()).contains(CellType.LONG);
        assertThat(TypedColumn.parse("m:a\\x3Aint").column()).isEqualTo(ColumnName.of("m", "a:int"));
    }

    @Test
    void aMisspeltTypeIsNotPartOfAName() {
        assertThatThrownBy(() -> TypedColumn.parse("m:age:itn"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("'itn'", "int, long", "\\x3A");
        assertThatThrownBy(() -> TypedColumn.parse("age")).hasMessageContaining("family:qualifier");
    }

    /** Also with the characters that have a meaning, and before a value. */
    @Test
    void whatIsShownIsReadAgain() {
        Random random = new Random(36);
        byte[] special = {':', '=', '\\', 'x', 0, (byte) 0xe4, 'i', 'n', 't', ','};
        for (int i = 0; i < 5_000; i++) {
            byte[] qualifier = new byte[random.nextInt(12)];
            for (int at = 0; at < qualifier.length; at++) {
                qualifier[at] =
                        random.nextBoolean() ? special[random.nextInt(special.length)] : (byte) random.nextInt();
            }
            ColumnName column = new ColumnName("m", ByteArray.wrap(qualifier));
            String shown = TypedColumn.format(column);
            assertThat(TypedColumn.parse(shown)).isEqualTo(new TypedColumn(column, Optional.empty()));
            assertThat(shown).doesNotContain("=");
            assertThat(ColumnName.parse(shown)).as("as other commands read it").isEqualTo(column);
        }
    }
}
