/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.value.FieldType;
import io.hbasesearch.core.definition.value.RowKeyFormat;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.TableId;
import java.util.List;

/** Of indexes whose requests are looked at by tests that no real Elasticsearch answers. */
final class Definitions {
    static final IndexDefinition MAIL = new IndexDefinition(
            "mail",
            TableId.parse("mail"),
            RowKeyFormat.TEXT,
            List.of(FieldMapping.of("body", ColumnName.of("d", "body"), FieldType.TEXT)),
            "hash");

    private Definitions() {}
}
