/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.Definitions;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.TableId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MatchedIndexesTest {
    @TempDir
    Path directory;

    private final Set<String> indexes = new HashSet<>();
    /** Made by a process that was killed: their names, and whether that may be about them still. */
    private final Map<String, Boolean> half = new HashMap<>();

    private final Set<TableId> topics = new HashSet<>();
    private final List<TableId> tables = new ArrayList<>(List.of(TableId.parse("eu:a"), TableId.parse("eu:b")));
    private boolean kafka = true;
    private String unfit = "";
    private Definitions defined;
    private DefinitionSource source;
    private MatchedIndexes matched;

    @BeforeEach
    void start() throws IOException {
        write("eu", "index: 'eu-{table}'\ntables: 'eu:*'\n");
        write("named", "table: named\n");
        defined = new IndexDefinitionReader(Map.of()).readAll(directory);
        source = new DefinitionSource(() -> defined, () -> tables, Map::of);
        matched = new MatchedIndexes(
                indexes::contains,
                this::create,
                this::complete,
                source::matched,
                source.first().definitions());
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(directory.resolve(name + ".yaml"), text + "fields: {f: {column: 'd:f', type: text}}\n");
    }

    private void create(IndexDefinition definition) {
        if (!kafka) {
            throw new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "no Kafka");
        }
        if (!topics.contains(definition.table())) {
            throw new HBaseSearchException(
                    ErrorCode.TOPIC_NOT_FOUND, "there is no topic", "peer add --table " + definition.table(), null);
        }
        indexes.add(definition.name());
    }

    private boolean complete(IndexDefinition definition) {
        if (!kafka) {
            throw new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "no Kafka");
        }
        if (definition.name().equals(unfit)) {
            throw new IllegalStateException("the metadata of this index cannot be read");
        }
        boolean mayBeAboutIt = half.getOrDefault(definition.name(), false);
        if (!mayBeAboutIt) {
            half.remove(definition.name());
        }
        return !mayBeAboutIt;
    }

    private void announce(String table) {
        topics.add(TableId.parse(table));
    }

    @Test
    void indexIsCreatedOnceItsTableHasATopicWithoutBlockingOthers() {
        announce("eu:b");
        announce("default:named");
        matched.look();
        assertThat(indexes).as("only what a pattern matches").containsExactly("eu-b");
        assertThat(matched.check().ok()).isTrue();
        assertThat(matched.check().message()).contains("index eu-a is not created yet", "peer add --table eu:a");

        announce("eu:a");
        matched.look();
        assertThat(indexes).containsExactlyInAnyOrder("eu-a", "eu-b");
        assertThat(matched.check().message()).isEqualTo("ok");
    }

    @Test
    void newTableGetsItsIndexAndADeletedIndexDoesNotReturn() {
        announce("eu:a");
        announce("eu:b");
        announce("eu:c");
        matched.look();
        indexes.remove("eu-a");
        tables.add(TableId.parse("eu:c"));
        matched.redefine(source.get().definitions());
        matched.look();
        assertThat(indexes).containsExactlyInAnyOrder("eu-b", "eu-c");
    }

    @Test
    void whatPassesIsTriedAgain() {
        announce("eu:a");
        announce("eu:b");
        kafka = false;
        matched.look();
        assertThat(matched.check().message()).contains("no Kafka");
        kafka = true;
        matched.look();
        assertThat(indexes).hasSize(2);
    }

    @Test
    void halfMadeIndexIsFinishedOnceItsCreatorCannotBeRunning() {
        announce("eu:a");
        announce("eu:b");
        indexes.addAll(List.of("eu-a", "eu-b"));
        half.putAll(Map.of("eu-a", false, "eu-b", true));
        matched.finish();
        assertThat(half).as("before anything works").containsOnlyKeys("eu-b");
        matched.look();
        assertThat(half).as("its creator may run still").containsOnlyKeys("eu-b");
        half.put("eu-b", false);
        matched.look();
        assertThat(half).isEmpty();
        assertThat(matched.check().message()).isEqualTo("ok");
    }

    @Test
    void whatCannotBeLookedAtWhenAProcessStartsIsLookedAtLater() {
        indexes.addAll(List.of("eu-a", "eu-b"));
        half.put("eu-a", false);
        kafka = false;
        matched.finish();
        matched.look();
        assertThat(matched.check().message()).contains("no Kafka");
        kafka = true;
        matched.look();
        assertThat(half).isEmpty();
        assertThat(matched.check().message()).isEqualTo("ok");
    }

    @Test
    void oneThatCannotBeFinishedKeepsNoOtherFromIt() {
        indexes.addAll(List.of("eu-a", "eu-b"));
        half.putAll(Map.of("eu-a", false, "eu-b", false));
        unfit = "eu-a";
        matched.finish();
        assertThat(half).containsOnlyKeys("eu-a");
        unfit = "";
        matched.finish();
        assertThat(half).isEmpty();
    }

    private static HBaseSearchException away(String server) {
        return new HBaseSearchException(ErrorCode.SERVER_UNREACHABLE, "no " + server);
    }

    @Test
    void withoutHbaseAProcessBeginsWithWhatIsNamedOrHasAnIndex() {
        Map<String, TableId> there =
                Map.of("eu-b", TableId.parse("eu:b"), "other", TableId.parse("eu:c"), "more", TableId.parse("us:x"));
        DefinitionSource away = new DefinitionSource(
                () -> defined,
                () -> {
                    throw away("HBase");
                },
                () -> there);
        Definitions.Resolved first = away.first();
        assertThat(first.definitions()).extracting(IndexDefinition::name).containsExactly("named", "eu-b");
        assertThat(first.matched()).containsExactly("eu-b");
        assertThat(away.matched()).containsExactly("eu-b");
        assertThat(first.leftOut()).singleElement().asString().contains("not known yet", "no HBase");
        assertThat(away.awaited("eu-d")).hasValueSatisfying(why -> assertThat(why)
                .isEqualTo("index 'eu-d' may be that of a table that matches eu:*; which tables match the patterns of"
                        + " definitions is not known yet"));
        assertThat(away.awaited("us-d")).isEmpty();
    }

    @Test
    void offlineStartServesNamedIndexesAndFindsOthersLater() {
        AtomicBoolean up = new AtomicBoolean();
        DefinitionSource away = new DefinitionSource(
                () -> defined,
                () -> {
                    if (up.get()) {
                        return tables;
                    }
                    throw away("HBase");
                },
                () -> {
                    if (up.get()) {
                        return Map.of();
                    }
                    throw away("index");
                });
        Definitions.Resolved first = away.first();
        assertThat(first.definitions()).extracting(IndexDefinition::name).containsExactly("named");
        List<String> served = new ArrayList<>();
        try (DefinitionWatch watch = new DefinitionWatch(away, Duration.ofDays(1), first, List.of(all -> all.stream()
                .map(IndexDefinition::name)
                .forEach(served::add)))) {
            watch.look();
            assertThat(watch.check().message()).contains("no HBase");
            assertThat(away.awaited("eu-a")).isPresent();

            up.set(true);
            watch.look();
            watch.look();
            assertThat(served).containsExactly("named", "eu-a", "eu-b");
            assertThat(watch.check().message()).isEqualTo("ok");
            assertThat(away.awaited("eu-d"))
                    .as("now it is known that there is none")
                    .isEmpty();
        }
    }

    @Test
    void aTableThatComesLaterTakesNoIndexOverAfterARestart() {
        tables.add(TableId.parse("eu:A"));
        Definitions.Resolved restarted =
                new DefinitionSource(() -> defined, () -> tables, () -> Map.of("eu-a", TableId.parse("eu:a"))).first();
        assertThat(restarted.definitions())
                .extracting(definition -> definition.table().toString())
                .containsExactly("default:named", "eu:a", "eu:b");
        assertThat(restarted.leftOut()).singleElement().asString().contains("eu:A is not indexed", "table eu:a");
    }
}
