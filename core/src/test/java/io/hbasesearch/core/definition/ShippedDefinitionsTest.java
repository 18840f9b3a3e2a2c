/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.definition;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ShippedDefinitionsTest {
    @Test
    void theDefinitionsInConfigAreRight() {
        assertThat(new IndexDefinitionReader(Map.of()).readDirectory(Path.of("..", "config", "indexes")))
                .extracting(definition -> definition.name() + " of " + definition.table())
                .contains("mail of default:mail", "wordnet of default:wordnet");
    }
}
