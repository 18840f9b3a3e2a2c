/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.ColumnSelection;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ColumnNamesTest {
    @Test
    void aColumnComesBackFromItsNameWhateverItsQualifier() {
        for (ByteArray qualifier : List.of(
                ByteArray.utf8("a:b\\c"), ByteArray.utf8("鲸"), ByteArray.wrap(new byte[] {0, -1}), ByteArray.empty())) {
            ColumnName column = new ColumnName("d", qualifier);

            ColumnSelection parsed = ColumnNames.parse(List.of(ColumnNames.format(column)));

            assertThat(parsed).isEqualTo(ColumnSelection.of(List.of(column)));
        }
    }

    @Test
    void aFamilyAloneIsAllOfIt() {
        ColumnSelection selection = ColumnNames.parse(List.of("d:a", "d", "e:b"));

        assertThat(selection.families().get("d")).isEmpty();
        assertThat(selection.families().get("e")).isEqualTo(Set.of(ByteArray.utf8("b")));
        assertThat(selection.selects(ColumnName.of("d", "anything"))).isTrue();
        assertThat(selection.selects(ColumnName.of("e", "a"))).isFalse();
        assertThat(selection.selects(ColumnName.of("f", "b"))).isFalse();
    }

    @Test
    void aUnionAsksForBoth() {
        ColumnSelection one = ColumnNames.parse(List.of("d:a", "e"));
        ColumnSelection other = ColumnNames.parse(List.of("d:b", "e:x", "f:c"));

        assertThat(ColumnNames.union(one, other)).isEqualTo(ColumnNames.parse(List.of("d:a", "d:b", "e", "f:c")));
        assertThat(ColumnNames.union(one, ColumnSelection.everything())).isEqualTo(ColumnSelection.everything());
    }

    @Test
    void aNameWithoutFamilyIsRefused() {
        assertThatThrownBy(() -> ColumnNames.parse(List.of(":a"))).hasMessageContaining("':a'");
    }

    @Test
    void asManyVersionsAreReadAsEitherAsksFor() {
        ColumnSelection mapped = ColumnNames.parse(List.of("d:a")).withVersions(3);
        assertThat(ColumnNames.union(mapped, ColumnNames.parse(List.of("e"))).versions())
                .isEqualTo(3);
        assertThat(ColumnNames.union(ColumnSelection.everything(), mapped).versions())
                .isEqualTo(3);
    }
}
