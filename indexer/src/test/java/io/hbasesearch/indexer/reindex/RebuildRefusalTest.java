/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.reindex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.spi.IndexGenerations.Redundancy;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.indexer.rebuild.Rebuild;
import io.hbasesearch.indexer.reindex.run.ChangePlan;
import io.hbasesearch.indexer.reindex.run.RunState;
import io.hbasesearch.indexer.reindex.run.Verification;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which generations are not shown to readers unless somebody insists. */
@Timeout(120)
class RebuildRefusalTest extends RebuildRig {
    private static final ChangePlan PLAN = rebuilding(false, Verification.FULL);
    private static final ChangePlan ACCEPTING =
            new ChangePlan(ChangePlan.Kind.REBUILD, false, true, Verification.FULL, "", "changed");

    @Test
    void fewerCopiesThanTheLiveOneHasAreNotShownToReaders() {
        rows(3);
        generations.ofOthers = Redundancy.REDUCED;
        assertThatThrownBy(() -> rebuild(PLAN)).hasMessageContaining("copies").hasMessageContaining("reduced");
        assertThat(generations.live()).isEqualTo(first);
        generations.ofLive = Redundancy.REDUCED;
        assertThat(rebuild(PLAN).state()).isEqualTo(RunState.State.DONE);
    }

    /** As by a user who may see no row any more. */
    @Test
    void emptyIndexReplacesAFullOneOnlyIfThatIsAccepted() {
        rows(10);
        rebuild(PLAN);
        IndexMetadata full = generations.live();
        table.rows.clear();
        assertRefusedAsSmaller("has 0 documents");
        assertThat(generations.live()).isEqualTo(full);
        assertThat(rebuild(ACCEPTING).state()).isEqualTo(RunState.State.DONE);
        assertThat(index.documents).isEmpty();
    }

    @Test
    void norOneWhoseDefinitionFitsNoRow() {
        rows(10);
        rebuild(PLAN);
        IndexMetadata full = generations.live();
        table.rows.replaceAll((row, body) -> ByteArray.wrap(new byte[] {(byte) 0xff}));
        assertRefusedAsSmaller("10 rows that cannot be indexed");
        assertThat(generations.live()).isEqualTo(full);
        rows(10);
        index.documents.keySet().forEach(id -> edit(id.rowKey().orElseThrow(), "mended"));
        assertThat(rebuild(PLAN).state()).isEqualTo(RunState.State.DONE);
        assertThat(generations.live()).isNotEqualTo(full);
    }

    @Test
    void norOneThatLacksMoreThanAFewRowsAndMoreThanAPartOfThem() {
        rows(100);
        rebuild(PLAN);
        IndexMetadata full = generations.live();
        for (int i = 75; i < 100; i++) {
            table.rows.remove(row(i));
        }
        assertRefusedAsSmaller("has 75 documents");
        assertThat(generations.live()).isEqualTo(full);
        table.rows.put(row(75), ByteArray.utf8("body 75"));
        for (int i = 76; i < 80; i++) {
            table.rows.put(row(i), ByteArray.utf8("body"));
        }
        rebuildAnew();
        assertThat(generations.live()).isNotEqualTo(full);
    }

    /** The live one was never filled, so that it has fewer documents than it should itself. */
    @Test
    void norOneOfWhichMostRowsFail() {
        rows(10);
        rebuild(PLAN);
        rows(100);
        for (int i = 20; i < 100; i++) {
            table.rows.put(row(i), ByteArray.wrap(new byte[] {(byte) 0xff}));
        }
        assertRefusedAsSmaller("80 rows that cannot be indexed");
        assertThat(index.documents).hasSize(100);
    }

    /** What was refused is given up. */
    private void rebuildAnew() {
        assertThat(process().cancelUnowned(run -> new Rebuild(site(), Limits.standard(1), BOUNDS).cancelled()))
                .isTrue();
        assertThat(rebuild(PLAN).state()).isEqualTo(RunState.State.DONE);
    }

    private void assertRefusedAsSmaller(String words) {
        assertThatThrownBy(() -> rebuild(PLAN))
                .hasMessageContaining(words)
                .isInstanceOfSatisfying(HBaseSearchException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.DIFFERENCES_FOUND);
                    assertThat(e.hint())
                            .hasValueSatisfying(hint -> assertThat(hint).contains("--accept-fewer"));
                });
    }

    @Test
    void theCommandThatARefusalNamesKeepsWhatWasAskedFor() {
        rows(10);
        rebuild(PLAN);
        table.rows.clear();
        assertThatThrownBy(() -> rebuild(rebuilding(true, Verification.FULL)))
                .isInstanceOfSatisfying(HBaseSearchException.class, e -> assertThat(e.hint())
                        .hasValueSatisfying(hint -> assertThat(hint)
                                .contains("reindex test --rebuild --keep-old --verify full --accept-fewer.")));
        assertThat(ACCEPTING.command("x")).isEqualTo("hbase-search reindex x --rebuild --verify full --accept-fewer");
        assertThat(rebuilding(false, Verification.SAMPLE).command("x")).isEqualTo("hbase-search reindex x --rebuild");
    }
}
