/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.administration.Configuration;
import io.hbasesearch.cli.quickstart.directory.QuickstartLayout;
import io.hbasesearch.core.definition.FieldMapping;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuickstartConfigTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    Path temp;

    /** The comment in the definition of the mail box says so. */
    @Test
    void theCopiedDefinitionMayNameTheSpecificationOfItsRowKeys() throws IOException {
        QuickstartLayout layout = new QuickstartLayout(temp);
        QuickstartConfig.write(new QuickstartSettings(IndexKind.LUCENE, layout, QuickstartPorts.from(8930), ROOT));
        Path mail = layout.definitions().resolve("mail.yaml");
        String copied = Files.readString(mail);
        String changed = copied.replace(
                """
                  format: text
                  field: message
                """,
                """
                  field: whole
                  spec: mail-box
                """);
        assertThat(changed).isNotEqualTo(copied);
        Files.writeString(mail, changed);

        assertThat(Configuration.read(layout.configFile(), Map.of())
                        .definition("mail")
                        .fields())
                .extracting(FieldMapping::name)
                .contains("whole", "user", "day", "message");
    }

    @Test
    void ownDefinitionsAndSettingsSurviveAStartOnOtherPorts() throws IOException {
        QuickstartLayout layout = new QuickstartLayout(temp);
        QuickstartConfig.write(new QuickstartSettings(IndexKind.LUCENE, layout, QuickstartPorts.from(8930), ROOT));
        assertThat(Cleaner.ofUser(layout)).isEmpty();
        Files.writeString(
                layout.configFile(),
                "include: quickstart.yaml\ngateway:\n  maxHits: 70\nhbase: {timeout: 3s}\noperations:\n");
        Path own = Files.writeString(
                layout.definitions().resolve("own.yaml"), "table: own\nfields:\n  a: {column: \"m:a\", type: int}\n");
        Files.writeString(
                layout.definitions().resolve("mail.yaml"),
                Files.readString(layout.definitions().resolve("mail.yaml")).replace("weight: 2", "weight: 5"));

        QuickstartConfig.write(new QuickstartSettings(IndexKind.LUCENE, layout, QuickstartPorts.from(9030), ROOT));

        Configuration read = QuickstartConfig.read(layout, Map.of());
        assertThat(read.service().gateway().port()).isEqualTo(9030);
        assertThat(read.service().gateway().maxHits()).isEqualTo(70);
        assertThat(read.service().hbase().timeout()).hasSeconds(3);
        assertThat(read.service().hbase().zookeeper()).startsWith("127.0.0.1:");
        assertThat(read.definition("own").fields()).hasSize(1);
        assertThat(read.definition("mail").fields())
                .anySatisfy(field -> assertThat(field.weight()).isEqualTo(5));
        assertThat(Cleaner.ofUser(layout)).containsExactly(layout.configFile(), own);
    }

    @Test
    void aSettingOfTheQuickstartItselfIsRefusedWithTheOptionThatChoosesIt() throws IOException {
        QuickstartLayout layout = new QuickstartLayout(temp);
        QuickstartConfig.write(new QuickstartSettings(IndexKind.LUCENE, layout, QuickstartPorts.from(8930), ROOT));
        Files.writeString(layout.configFile(), "include: quickstart.yaml\ngateway: {port: 1}\n");

        assertThatThrownBy(() -> QuickstartConfig.read(layout, Map.of()))
                .hasMessageContaining("sets gateway.port, which the quickstart decides");
    }

    @Test
    void aConfigurationOfAnEarlierVersionIsReplaced() throws IOException {
        QuickstartLayout layout = new QuickstartLayout(temp);
        Files.createDirectories(layout.config());
        Files.writeString(
                layout.configFile(),
                "# Written by 'hbase-search quickstart' at each start: changes are lost.\ngateway: {port: 1}\n");

        QuickstartConfig.write(new QuickstartSettings(IndexKind.LUCENE, layout, QuickstartPorts.from(8930), ROOT));

        assertThat(QuickstartConfig.read(layout, Map.of()).service().gateway().port())
                .isEqualTo(8930);
    }

    @Test
    void everySchemaThatAGeneratedFileNamesIsThere() throws IOException {
        QuickstartLayout layout = new QuickstartLayout(temp);
        QuickstartConfig.write(new QuickstartSettings(IndexKind.LUCENE, layout, QuickstartPorts.from(8930), ROOT));

        try (Stream<Path> files = Files.walk(layout.config())) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".yaml")).toList()) {
                String first = Files.readAllLines(file).get(0);
                assertThat(first).as(file.toString()).startsWith("# yaml-language-server: $schema=");
                assertThat(file.resolveSibling(first.substring(first.indexOf('=') + 1)))
                        .exists();
            }
        }
    }
}
