/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.diagnosis;

import io.hbasesearch.administration.peer.OurPeers;
import io.hbasesearch.administration.peer.Route;
import io.hbasesearch.administration.site.PathFacts;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.core.spi.IndexStatistics;
import io.hbasesearch.hbase.Peer;
import io.hbasesearch.indexer.lifecycle.IndexEpochs;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks the document counts of indexes, and that each index still belongs to its topic. Pure. */
final class IndexCheck {
    private static final String INDEX = "index";
    private static final String EPOCH = "epoch";

    private IndexCheck() {}

    static List<Finding> judge(PathFacts facts) {
        List<Finding> findings = new ArrayList<>();
        facts.indexes()
                .list()
                .complaint()
                .ifPresent(none -> findings.add(Finding.of(
                        INDEX, "backend", none, "Check that the backend runs, and check index in the configuration.")));
        if (facts.indexes().list().value().isPresent()
                && !facts.indexes().backend().ok()) {
            findings.add(Finding.wrong(
                    INDEX,
                    "backend",
                    ExitCode.FAILED,
                    facts.indexes().backend().message(),
                    "Check the health of the backend with its own tools."));
        }
        for (PathFacts.IndexFacts index : facts.known()) {
            findings.add(documents(index));
            epoch(facts, index).ifPresent(findings::add);
        }
        facts.indexes().list().value().ifPresent(made -> missing(facts, made, findings));
        return findings;
    }

    private static void missing(PathFacts facts, List<IndexMetadata> made, List<Finding> findings) {
        facts.configured().definitions().stream()
                .filter(definition ->
                        made.stream().noneMatch(index -> index.index().equals(definition.name())))
                .forEach(definition -> findings.add(Finding.warning(
                        INDEX,
                        definition.name(),
                        "it is defined but was never created",
                        "hbase-search index create " + definition.name())));
    }

    private static Finding documents(PathFacts.IndexFacts facts) {
        String name = facts.metadata().index();
        // Possibly only the owner of an embedded index can count.
        if (facts.statistics().value().isEmpty()) {
            return Finding.unknown(
                    INDEX,
                    name,
                    facts.statistics()
                            .complaint()
                            .map(none -> none.message())
                            .orElse("its documents cannot be counted"),
                    "hbase-search index list");
        }
        IndexStatistics count = facts.statistics().value().get();
        Map<String, Object> figures = Map.of(
                "documents", count.documents(),
                "deleted_stubs", count.deletedStubs(),
                "failed_stubs", count.failedStubs(),
                "bytes", count.bytes(),
                "complete", facts.metadata().complete());
        String message = count.documents() + " documents, " + count.deletedStubs() + " stubs of deleted rows, "
                + count.failedStubs() + " of rows that failed";
        Finding finding = facts.metadata().complete()
                ? Finding.ok(INDEX, name, message)
                : Finding.warning(
                        INDEX,
                        name,
                        message
                                + "; rows that existed before the index are not indexed yet, or their completion was not"
                                + " recorded",
                        "hbase-search reindex " + name);
        return finding.with(figures);
    }

    private static Optional<Finding> epoch(PathFacts facts, PathFacts.IndexFacts index) {
        IndexMetadata metadata = index.metadata();
        String look = "hbase-search index epoch " + metadata.index()
                + " shows what is wrong, and the command that repairs it";
        if (index.plan().value().isEmpty()) {
            return index.plan().complaint().map(none -> Finding.of(EPOCH, metadata.index(), none, look));
        }
        IndexEpochs.Plan plan = index.plan().value().get();
        if (plan.loss().isPresent()) {
            return Optional.of(Finding.wrong(
                    EPOCH,
                    metadata.index(),
                    ExitCode.INDEX_INCOMPATIBLE,
                    plan.loss().get(),
                    plan.remedy().orElse(look)));
        }
        for (Route route : routes(facts, metadata)) {
            if (route.epoch() != metadata.epoch() || route.partitions() != metadata.partitions()) {
                return Optional.of(Finding.wrong(
                        EPOCH,
                        metadata.index(),
                        ExitCode.INDEX_INCOMPATIBLE,
                        "it reads topic " + metadata.topic() + " with " + metadata.partitions()
                                + " partitions, and edits are announced in " + route.topic() + " with "
                                + route.partitions(),
                        look));
            }
        }
        return Optional.of(
                Finding.ok(EPOCH, metadata.index(), "epoch " + metadata.epoch() + " of topic " + metadata.topic()));
    }

    private static List<Route> routes(PathFacts facts, IndexMetadata index) {
        List<Route> routes = new ArrayList<>();
        for (Peer peer : OurPeers.among(facts.replication().peers().value().orElse(List.of()))) {
            try {
                Optional.ofNullable(OurPeers.routes(peer).get(index.table())).ifPresent(routes::add);
            } catch (HBaseSearchException e) {
                // The check of the peer reports it.
                continue;
            }
        }
        return routes;
    }
}
