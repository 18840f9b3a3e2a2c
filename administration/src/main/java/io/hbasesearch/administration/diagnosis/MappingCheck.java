/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.diagnosis;

import io.hbasesearch.administration.site.PathFacts;
import io.hbasesearch.administration.site.SiteFacts;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.error.ExitCode;
import io.hbasesearch.core.spi.IndexMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks that indexes match their definitions, and that their names refer to them. Pure. */
final class MappingCheck {
    private static final String CHECK = "mapping";

    private MappingCheck() {}

    static List<Finding> judge(SiteFacts facts) {
        List<Finding> findings = new ArrayList<>();
        for (PathFacts.IndexFacts index : facts.path().known()) {
            IndexMetadata metadata = index.metadata();
            Optional<IndexDefinition> definition = facts.path().definition(metadata.index());
            findings.add(
                    definition.isEmpty() && !facts.path().configured().allDefined()
                            ? Finding.unknown(
                                    CHECK,
                                    metadata.index(),
                                    "no definition has its name, and HBase does not list the tables that patterns match",
                                    "Check that HBase answers, then run this again.")
                            : judge(metadata, definition, facts.backend().indexes()));
            naming(metadata, facts.backend().indexes()).ifPresent(findings::add);
        }
        return findings;
    }

    private static Finding judge(
            IndexMetadata index, Optional<IndexDefinition> definition, Map<String, SiteFacts.MadeFacts> made) {
        String name = index.index();
        if (definition.isEmpty()) {
            return Finding.warning(
                    CHECK,
                    name,
                    "no definition has its name, so no process indexes into it or searches it",
                    "Restore the definition, or: hbase-search index delete " + name);
        }
        if (!index.table().equals(definition.get().table())) {
            return Finding.wrong(
                    CHECK,
                    name,
                    ExitCode.INDEX_INCOMPATIBLE,
                    index.tableChanged(definition.get()),
                    "Rename the definition, or revert the change.");
        }
        if (index.isOfEarlierVersion(definition.get())) {
            return Finding.warning(
                    CHECK,
                    name,
                    "it was created by an earlier version of hbase-search, which stored numbers of JSON fields in another format",
                    "hbase-search reindex " + name + " --rebuild");
        }
        if (!index.isMadeBy(definition.get())) {
            return Finding.warning(
                    CHECK,
                    name,
                    "its definition has changed since it was created; it still uses the old one",
                    "'hbase-search config diff' shows what has changed; then hbase-search reindex " + name
                            + " --rebuild");
        }
        SiteFacts.MadeFacts facts = made.get(name);
        if (facts == null || facts.mapping().value().isEmpty()) {
            return facts == null || facts.mapping().complaint().isEmpty()
                    ? Finding.unknown(CHECK, name, "its mapping could not be read", "Run this again.")
                    : Finding.ofPermission(
                            CHECK,
                            name,
                            facts.mapping().complaint().get(),
                            "Check that this user may read the mapping.");
        }
        List<String> differences = facts.mapping().value().get();
        return differences.isEmpty()
                ? Finding.ok(CHECK, name, "matches its definition")
                : Finding.wrong(
                        CHECK,
                        name,
                        ExitCode.INDEX_INCOMPATIBLE,
                        "it was changed in the backend: " + String.join("; ", differences),
                        "Rebuild it: hbase-search reindex " + name + " --rebuild");
    }

    private static Optional<Finding> naming(IndexMetadata index, Map<String, SiteFacts.MadeFacts> made) {
        return Optional.ofNullable(made.get(index.index()))
                .flatMap(facts -> facts.naming().value())
                .flatMap(command -> command)
                .map(command -> Finding.wrong(
                        "name",
                        index.index(),
                        ExitCode.INDEX_INCOMPATIBLE,
                        "in the backend the alias points to something other than this index, or to more than it",
                        command));
    }
}
