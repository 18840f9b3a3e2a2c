/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.reindex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MapReduceCommandTest {
    /** An image has no launcher that builds, nor sources to build from. */
    @Test
    void whereTheJobWasLeftOutTheHintNamesWhatHasIt(@TempDir Path directory) {
        HBaseSearchException failure =
                catchThrowableOfType(HBaseSearchException.class, () -> MapReduceCommand.find(Optional.of(directory)));

        assertThat(failure.code()).isEqualTo(ErrorCode.NOT_FOUND);
        assertThat(failure).hasMessageContaining(directory.toString());
        assertThat(failure.hint().orElseThrow()).contains("archive").doesNotContain("./hbase-search");
    }

    @Test
    void inACloneTheLauncherBuildsIt() {
        HBaseSearchException failure =
                catchThrowableOfType(HBaseSearchException.class, () -> MapReduceCommand.find(Optional.empty()));

        assertThat(failure.hint().orElseThrow()).contains("./hbase-search reindex");
    }
}
