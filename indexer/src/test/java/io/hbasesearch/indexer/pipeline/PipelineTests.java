/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.pipeline;

import io.hbasesearch.core.model.RowKey;
import org.junit.jupiter.api.AfterEach;

/** Tests of one index's pipeline, each with a rig of its own that ends with it. */
abstract class PipelineTests {
    static final RowKey A = RowKey.utf8("a");
    static final RowKey B = RowKey.utf8("b");

    final PipelineRig rig;

    /** Over a topic of one partition. */
    PipelineTests() {
        this(1);
    }

    PipelineTests(int partitions) {
        rig = new PipelineRig(partitions);
    }

    @AfterEach
    final void closeRig() {
        rig.close();
    }
}
