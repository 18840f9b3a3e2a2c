/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.administration.Configuration;
import io.hbasesearch.cli.quickstart.directory.QuickstartLayout;
import io.hbasesearch.core.definition.FieldMapping;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
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
}
