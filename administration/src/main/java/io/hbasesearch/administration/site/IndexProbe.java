/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.site;

import io.hbasesearch.core.concurrent.Deadline;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.spi.CheckResult;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexDiagnosis;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexStatistics;
import io.hbasesearch.indexer.reindex.scan.DryRun;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Queries the index backend for a diagnosis. For one thread. Borrows the backend. */
final class IndexProbe {
    private final IndexBackend backend;
    private final Clock clock;
    private final Remote remote;

    IndexProbe(IndexBackend backend, Clock clock, Deadline deadline) {
        this.backend = backend;
        this.clock = clock;
        this.remote = new Remote("index", deadline);
    }

    ProbeResult<List<IndexMetadata>> indexes() {
        return remote.knock(() -> backend.admin().list().stream()
                .filter(index -> !DryRun.isTrial(index))
                .toList());
    }

    /** Returns the table of every index, by the index's name. */
    ProbeResult<Map<String, TableId>> tables() {
        return remote.ask(() -> backend.admin().tables());
    }

    CheckResult check() {
        return remote.ask(backend::check).value().orElse(CheckResult.healthy());
    }

    ProbeResult<IndexStatistics> statistics(String index) {
        return remote.ask(() -> backend.admin().statistics(index));
    }

    ProbeResult<List<Reading>> clocks() {
        return remote.ask(() -> {
            Instant asked = clock.instant();
            Map<String, Instant> told = backend.diagnosis().clocks();
            Instant answered = clock.instant();
            return told.entrySet().stream()
                    .map(node ->
                            new Reading(backend.name() + " node " + node.getKey(), node.getValue(), asked, answered))
                    .toList();
        });
    }

    ProbeResult<List<String>> privileges() {
        return remote.ask(() -> backend.diagnosis().missingPrivileges());
    }

    ProbeResult<Optional<IndexDiagnosis.DocumentSize>> documentSize() {
        return remote.ask(() -> backend.diagnosis().documentSize());
    }

    /** @param definition empty if there is none: then there is nothing to compare with */
    SiteFacts.MadeFacts made(IndexMetadata index, Optional<IndexDefinition> definition) {
        ProbeResult<List<String>> mapping = definition
                .filter(index::isMadeBy)
                .map(made -> remote.ask(() -> backend.diagnosis().mappingDifferences(made, index)))
                .orElse(ProbeResult.answer(List.of()));
        return new SiteFacts.MadeFacts(mapping, remote.ask(() -> backend.admin().naming(index.index())));
    }

    /** See {@link Remote#late()}. */
    Set<String> late() {
        return remote.late();
    }
}
