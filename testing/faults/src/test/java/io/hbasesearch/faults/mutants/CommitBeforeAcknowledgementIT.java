/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.servers.HeldRequest;
import io.hbasesearch.system.SearchProcess;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** An indexer is killed while its write is on its way: who committed its offset will not hear of the edit again. */
class CommitBeforeAcknowledgementIT extends CaughtMutant {
    /** Several commit intervals. */
    private static final Duration SOME_COMMITS = Duration.ofSeconds(4);

    CommitBeforeAcknowledgementIT() {
        super("commit", "missing row");
    }

    @Override
    Plant plant() {
        return Plant.of(PlantedMutants.COMMIT_BEFORE_ACKNOWLEDGEMENT);
    }

    @Override
    void tell(MutantRig rig) throws Exception {
        rig.create();
        SearchProcess indexer = rig.startIndexer();
        rig.put("other", "word");
        rig.awaitIndexed("other", "word");
        try (HeldRequest held = rig.relay().holdRequest("_bulk")) {
            rig.put("row", "on its way");
            assertThat(held.awaitRequest(MutantRig.PATIENCE)).isTrue();
            letItCommit(rig);
            indexer.kill();
            // The write dies with it.
            rig.relay().cutConnections();
        }
        rig.expelTheDead();
        rig.startIndexer();
        rig.put("other", "another word");
        // A mutant's offsets say nothing about what is in the index.
        rig.awaitIndexed("other", "another word");
        rig.awaitCommitted();
    }

    private static void letItCommit(MutantRig rig) {
        Duration limit = rig.isPlanted() ? MutantRig.PATIENCE : SOME_COMMITS;
        try {
            Awaitility.await().atMost(limit).until(() -> rig.site().committedEvents() >= rig.edits());
        } catch (ConditionTimeoutException e) {
            // As it should be: nothing is committed that was not acknowledged. If a mutant comes here, it is not
            // caught.
        }
    }
}
