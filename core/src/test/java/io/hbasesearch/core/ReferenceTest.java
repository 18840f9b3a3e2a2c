/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.config.ServiceConfigReader;
import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import io.hbasesearch.core.rowkey.yaml.RowKeySpecReader;
import io.hbasesearch.core.yaml.SettingGroup;
import io.hbasesearch.core.yaml.SettingReference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The tables in config/README.md are what the code says; a failure prints the table to put there. */
class ReferenceTest {
    private static void assertDocumented(SettingGroup settings) throws IOException {
        String readme = Files.readString(Path.of("..", "config", "README.md"));
        assertThat(readme).contains(SettingReference.markdown(settings));
    }

    @Test
    void everySettingOfTheServiceIsDocumented() throws IOException {
        assertDocumented(ServiceConfigReader.settings());
    }

    @Test
    void everyKeyOfAnIndexDefinitionIsDocumented() throws IOException {
        assertDocumented(IndexDefinitionReader.settings());
    }

    @Test
    void everyKeyOfARowKeySpecificationIsDocumented() throws IOException {
        assertDocumented(RowKeySpecReader.settings());
    }
}
