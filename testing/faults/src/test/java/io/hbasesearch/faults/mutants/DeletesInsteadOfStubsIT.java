/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.servers.HeldRequest;

/** A write that is late meets an index that was reopened since its row was deleted: only a stub still knows of the deletion. */
class DeletesInsteadOfStubsIT extends CaughtMutant {
    private static final String ROW = "comes and goes";

    DeletesInsteadOfStubsIT() {
        super("deletes", "extra " + ROW + " at version \\d+");
    }

    @Override
    Plant plant() {
        return Plant.of(PlantedMutants.DELETES_INSTEAD_OF_STUBS);
    }

    @Override
    void tell(MutantRig rig) throws Exception {
        rig.create();
        rig.startIndexer();
        rig.put("stays", "word");
        rig.put(ROW, "first");
        rig.awaitCommitted();
        try (HeldRequest held = rig.relay().holdRequest("_bulk")) {
            rig.put(ROW, "second");
            assertThat(held.awaitRequest(MutantRig.PATIENCE)).isTrue();
            // Another request, on another connection, overtakes it.
            rig.delete(ROW);
            rig.awaitGone(ROW);
            new ElasticsearchIndexes(rig.servers().elasticsearch().uri()).closeAndOpen(rig.name());
        }
        rig.awaitCommitted();
    }
}
