/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.model.TableId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DefinitionWatchTest {
    private static final String MAIL = "table: mail\nfields:\n  subject: {column: 'd:subject', type: text}\n";

    @TempDir
    Path directory;

    private final List<Collection<IndexDefinition>> told = new ArrayList<>();
    private final IndexDefinitionReader reader = new IndexDefinitionReader(Map.of());
    private final List<TableId> tables = new ArrayList<>();
    private DefinitionWatch watch;

    @BeforeEach
    void start() throws IOException {
        write("mail", MAIL);
        watch = new DefinitionWatch(
                () -> reader.readAll(directory).over(tables),
                Duration.ofDays(1),
                reader.readAll(directory).over(tables),
                List.of(told::add));
        watch.look();
        assertThat(told).isEmpty();
    }

    private void write(String index, String text) throws IOException {
        Files.writeString(directory.resolve(index + ".yaml"), text);
    }

    private void lookTwice() {
        watch.look();
        watch.look();
    }

    private static IndexDefinition mail(Collection<IndexDefinition> definitions) {
        return definitions.stream()
                .filter(definition -> definition.name().equals("mail"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aChangeThatLeavesDocumentsAloneIsInForceAfterTwoLooks() throws IOException {
        write("mail", MAIL.replace("type: text", "type: text, default: false"));
        watch.look();
        assertThat(told).as("somebody may be writing still").isEmpty();
        watch.look();

        assertThat(told).hasSize(1);
        assertThat(mail(told.get(0)).field("subject").map(FieldMapping::searchedByDefault))
                .contains(false);
        assertThat(watch.check().message()).isEqualTo("ok");
        lookTwice();
        assertThat(told).as("told once").hasSize(1);
    }

    @Test
    void aFileWithProblemsChangesNothingAndIsToldOfWithItsLines() throws IOException {
        write("mail", MAIL.replace("text}", "txt}"));
        write("other", MAIL);
        lookTwice();

        assertThat(told).as("also not the file that is right").isEmpty();
        assertThat(watch.check().ok()).isTrue();
        assertThat(watch.check().message()).contains("mail.yaml:3:", "config check");

        write("mail", MAIL);
        lookTwice();
        assertThat(watch.check().message()).isEqualTo("ok");
        assertThat(told).hasSize(1);
        assertThat(told.get(0)).extracting(IndexDefinition::name).containsExactly("mail", "other");
    }

    @Test
    void changedSynonymsAreInForceAndABrokenFileKeepsTheFormerOnes() throws IOException {
        Path synonyms = Files.writeString(directory.resolve("synonyms.txt"), "car, automobile\n");
        write("mail", MAIL + "synonyms: synonyms.txt\n");
        lookTwice();
        assertThat(alternatives("car")).containsExactly("automobile");

        Files.writeString(synonyms, "car, automobile, motor car\n");
        lookTwice();
        assertThat(told).hasSize(2);
        assertThat(alternatives("car")).containsExactly("automobile", "motor car");
        assertThat(watch.check().message()).isEqualTo("ok");

        Files.writeString(synonyms, "# cars\ncar\n");
        lookTwice();
        assertThat(told).as("the former ones stay").hasSize(2);
        assertThat(watch.check().ok()).isTrue();
        assertThat(watch.check().message()).contains("synonyms.txt:2:1: has one entry");

        Files.delete(synonyms);
        lookTwice();
        assertThat(told).hasSize(2);
        assertThat(watch.check().message()).contains("mail.yaml:4:", "names a file that does not exist");
    }

    private List<String> alternatives(String key) {
        return mail(told.get(told.size() - 1)).options().synonyms().alternatives(key);
    }

    @Test
    void anotherTableIsHandedOnForTheIndexToSayWhatItIs() throws IOException {
        write("mail", MAIL.replace("table: mail", "table: letters"));
        lookTwice();

        assertThat(told).hasSize(1);
        assertThat(mail(told.get(0)).table()).hasToString("default:letters");
    }

    @Test
    void whatNeedsARebuildIsHandedOnForTheIndexToSayWhatItIs() throws IOException {
        write("mail", MAIL.replace("type: text", "type: keyword"));
        lookTwice();

        assertThat(mail(told.get(0)).field("subject").map(DefinitionWatchTest::type))
                .contains("KEYWORD");
    }

    private static String type(FieldMapping field) {
        return field.type().name();
    }

    @Test
    void newMatchingTableIsPickedUpAndKeptAfterItDisappears() throws IOException {
        write("years", MAIL.replace("table: mail", "index: 'mail-{table}'\ntables: 'old:y*'"));
        lookTwice();
        assertThat(told).as("nothing matches yet").isEmpty();

        tables.add(TableId.parse("old:y2024"));
        tables.add(TableId.parse("old:_y"));
        lookTwice();
        assertThat(told.get(0)).extracting(IndexDefinition::name).containsExactly("mail", "mail-y2024");
        assertThat(watch.check().message()).isEqualTo("ok");

        tables.clear();
        lookTwice();
        assertThat(told.get(1)).extracting(IndexDefinition::name).containsExactly("mail", "mail-y2024");
        assertThat(watch.check().message()).contains("definition of index mail-y2024 is missing, or its table");
    }

    @Test
    void aDefinitionThatIsGoneStaysInForce() throws IOException {
        Files.delete(directory.resolve("mail.yaml"));
        lookTwice();

        assertThat(told.get(0)).extracting(IndexDefinition::name).containsExactly("mail");
        assertThat(watch.check().message()).contains("definition of index mail is missing");
    }
}
