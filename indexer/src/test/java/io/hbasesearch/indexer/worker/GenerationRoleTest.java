/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.spi.IndexGeneration.State;
import io.hbasesearch.indexer.error.Remedies;
import io.hbasesearch.testing.Fixtures;
import org.junit.jupiter.api.Test;

/** No command that heals a generation behind readers' backs may take the one away that they see. */
class GenerationRoleTest {
    private static final String ANEW = Remedies.buildAnew("mail", false);

    private final GenerationRole role = new GenerationRole(
            Fixtures.metadata("mail").physicalName("mail-2").generation(2).build(), State.BUILDING);

    @Test
    void oneThatIsBuiltOrKeptIsGivenUpAndTheIndexIsNot() {
        assertThat(role.remedy(ANEW)).contains("reindex cancel mail").doesNotContain("index delete");
        role.become(State.OLD);
        assertThat(role.remedy(ANEW)).contains("reindex drop-old mail").doesNotContain("index delete");
    }

    @Test
    void hintsOfBackendsThatReplaceTheIndexAreRecognised() {
        for (String hint : new String[] {
            "Delete and recreate the index; it is rebuilt from the table and the topic.",
            "Rebuild it: hbase-search reindex mail --rebuild",
            "hbase-search index delete mail"
        }) {
            assertThat(role.remedy(hint)).as(hint).contains("reindex cancel mail");
        }
    }

    @Test
    void theLiveOneIsMadeAnew() {
        role.become(State.LIVE);
        assertThat(role.remedy(ANEW)).isEqualTo(ANEW);
    }

    @Test
    void whatTakesNothingAwayIsSaidOfAnyOfThem() {
        String elsewhere = "Grant the right to read the table.";
        for (State state : State.values()) {
            role.become(state);
            assertThat(role.remedy(elsewhere)).isEqualTo(elsewhere);
        }
    }
}
