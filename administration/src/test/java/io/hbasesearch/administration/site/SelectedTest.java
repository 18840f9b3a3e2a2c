/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.site;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.administration.peer.OurPeers;
import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.RowKeyFormat;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.hbase.Peer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SelectedTest {
    private static final String TABLES = "hbase-search.tables";
    private static final IndexDefinition MAIL = IndexDefinition.of(
            "mail",
            TableId.parse("mail"),
            RowKeyFormat.TEXT,
            List.of(FieldMapping.of("text", ColumnName.parse("d:text"), FieldType.TEXT)));
    private static final Peer ITS = peer("its", OurPeers.endpoint(), "default:mail=1/4");
    private static final Peer GARBLED = peer("garbled", OurPeers.endpoint(), "mail to wherever");
    private static final Peer EMPTY = peer("empty", OurPeers.endpoint(), "");
    private static final List<Peer> ALL = List.of(
            ITS,
            peer("another table's", OurPeers.endpoint(), "default:orders=1/4"),
            GARBLED,
            EMPTY,
            peer("another product's", "org.example.Endpoint", "whatever it means"));

    @Test
    void peersOfAnIndexAreThoseOfItsTableAndThoseOfWhichNobodyCanTell() {
        assertThat(peers(Set.of("mail"))).containsExactly(ITS, GARBLED, EMPTY);
    }

    @Test
    void withoutANameAllAreLookedAt() {
        assertThat(peers(Set.of())).isEqualTo(ALL);
    }

    private static List<Peer> peers(Set<String> names) {
        return new Selected(names).peers(ALL, List.of(MAIL), ProbeResult.answer(List.of()));
    }

    private static Peer peer(String id, String endpoint, String tables) {
        return new Peer(id, true, endpoint, Map.of(TABLES, tables), Peer.Filters.everyTable(), false);
    }
}
