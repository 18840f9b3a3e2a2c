/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.mutants;

/** An edit is announced before a get can see it: the re-read misses the very edit that caused it. */
class BarrierOffIT extends CaughtMutant {
    private static final int ROWS = 8;

    BarrierOffIT() {
        super("barrier", "missing row-\\d+( \\(stub at version \\d+\\))?");
    }

    @Override
    Plant plant() {
        return Plant.ofPeer("hbase-search.barrier", "unsafe-off");
    }

    @Override
    void tell(MutantRig rig) throws Exception {
        rig.createWith("io.hbasesearch.replication.SlowVisibility");
        rig.startIndexer();
        // The window is half a second wide: an indexer that is still starting would come too late to look into it.
        rig.put("first", "word");
        rig.awaitCommitted();
        for (int row = 0; row < ROWS; row++) {
            rig.put("row-" + row, "word");
        }
        rig.awaitCommitted();
    }
}
