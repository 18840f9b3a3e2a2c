/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.mutants;

import io.hbasesearch.system.Oracle;

/**
 * Events come while their row is being read. They ask for reads of their own; where they take the one that has begun, what
 * was written since it began is lost.
 */
class EarlierReadIT extends CaughtMutant {
    private static final int CHANGES = 4;

    EarlierReadIT() {
        super("earlier_read", "stale row at version \\d+ in fields \\[text]");
    }

    @Override
    Plant plant() {
        return Plant.of(PlantedMutants.EVENT_ATTACHED_TO_AN_EARLIER_READ);
    }

    @Override
    void tell(MutantRig rig) throws Exception {
        rig.createWith("io.hbasesearch.replication.SlowGets");
        rig.startIndexer();
        rig.put("other", "word");
        rig.awaitCommitted();
        for (int change = 0; change < CHANGES; change++) {
            rig.put("row", "change " + change);
            // Announced, and so being read, before the next one; all of them within the time that one read takes.
            Oracle.await(
                    "the change announced",
                    MutantRig.PATIENCE,
                    () -> rig.site().eventCount("default", rig.name()) >= rig.edits());
        }
        rig.awaitCommitted();
    }
}
