/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.mutants;

import java.util.List;
import java.util.Map;

/**
 * What makes a run one of a mutant. Immutable.
 *
 * @param mutants compiled into the indexers
 * @param peer settings of the replication peer
 */
record Plant(List<Mutant> mutants, Map<String, String> peer) {
    Plant {
        mutants = List.copyOf(mutants);
        peer = Map.copyOf(peer);
    }

    static Plant nothing() {
        return new Plant(List.of(), Map.of());
    }

    static Plant of(Mutant mutant) {
        return new Plant(List.of(mutant), Map.of());
    }

    static Plant ofPeer(String key, String value) {
        return new Plant(List.of(), Map.of(key, value));
    }

    boolean isNothing() {
        return mutants.isEmpty() && peer.isEmpty();
    }
}
