/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.mutants;

import io.hbasesearch.system.Oracle;
import io.hbasesearch.system.SearchProcess;

/**
 * The table's topic is replaced by one of the next epoch, whose offsets begin at nought. A version that does not hold the
 * epoch is lower than what the row has in the index, and its edit loses.
 */
class VersionWithoutEpochIT extends CaughtMutant {
    private static final int CHANGES = 5;

    VersionWithoutEpochIT() {
        super("epoch", "stale row at version \\d+ in fields \\[text]");
    }

    @Override
    Plant plant() {
        return Plant.of(PlantedMutants.VERSION_WITHOUT_EPOCH);
    }

    @Override
    void tell(MutantRig rig) throws Exception {
        rig.create();
        SearchProcess indexer = rig.startIndexer();
        for (int change = 0; change < CHANGES; change++) {
            rig.put("row", "in the first epoch " + change);
        }
        rig.awaitCommitted();
        indexer.stop();
        rig.site().run(0, "index", "epoch", rig.name(), "--bump", "--yes");
        rig.startIndexer();
        rig.put("row", "in the second epoch");
        Oracle.await(
                "offsets of the second epoch committed",
                MutantRig.PATIENCE,
                () -> rig.site().committedEvents(2) >= 1);
    }
}
