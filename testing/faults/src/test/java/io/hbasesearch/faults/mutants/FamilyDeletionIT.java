/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.mutants;

import io.hbasesearch.system.Site;

/** Rows in buckets are deleted. A family's deletion names no column: all documents of a row must be written, or some outlive it. */
class FamilyDeletionIT extends CaughtMutant {
    private static final String ROW = "comes and goes";

    FamilyDeletionIT() {
        super("family_deletion", "extra " + ROW + " at version \\d+");
    }

    @Override
    Plant plant() {
        return Plant.of(PlantedMutants.FAMILY_DELETION_OF_ONE_BUCKET);
    }

    @Override
    Site.Definition definition(String table) {
        return Site.inBuckets(table);
    }

    @Override
    void tell(MutantRig rig) throws Exception {
        rig.create();
        rig.startIndexer();
        rig.put("stays", "word");
        rig.put(ROW, "first");
        rig.awaitIndexed(ROW, "first");
        rig.delete(ROW);
        rig.awaitCommitted();
    }
}
