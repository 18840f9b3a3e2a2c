/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.IndexedDocument;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a comparison by stored hashes finds, and what it cannot. */
@Timeout(60)
class HashesTest extends VerifyRig {
    private static final VerifyOptions HASHES = QUICK.withHashes(true);
    private static final int ROWS = 5_000;
    private static final int CHUNKS = 6;

    @BeforeEach
    void fill() {
        for (int i = 0; i < ROWS; i++) {
            both(row(i), "body " + i);
        }
    }

    @Test
    void aCleanChunkCostsOneComparisonAndNoDocument() {
        index.put(RowKey.utf8("gone"), IndexedDocument.State.DELETED, Document.empty());
        VerifyReport report = verify(HASHES);
        assertThat(report.isClean()).isTrue();
        assertThat(report.compared().rows()).isEqualTo(ROWS);
        assertThat(report.compared().byHash()).isEqualTo(ROWS);
        assertThat(report.compared().documents()).isEqualTo(ROWS);
        assertThat(index.digests).hasValue(CHUNKS);
        assertThat(index.scans).hasValue(0);
    }

    @Test
    void everyClassIsFoundAndOnlyTheChunksThatHoldOneAreRead() {
        RowKey unmappable = row(4_200);
        table.rows.put(unmappable, NOT_UTF8);
        RowKey failed = row(4_201);
        table.rows.put(failed, NOT_UTF8);
        index.put(failed, IndexedDocument.State.FAILED, Document.empty());
        index.remove(row(10));
        index.put(row(11), "other");
        index.put(RowKey.utf8("row00012-extra"), "extra");
        VerifyReport report = verify(HASHES);
        assertThat(report.differing().missing()).isEqualTo(1);
        assertThat(report.differing().stale()).isEqualTo(1);
        assertThat(report.differing().extra()).isEqualTo(1);
        assertThat(report.differing().undecodable()).isEqualTo(1);
        assertThat(report.compared().failed()).isEqualTo(1);
        assertThat(report.compared().rows()).isEqualTo(ROWS);
        assertThat(report.compared().byHash()).isEqualTo(ROWS - 2 * 900);
        assertThat(index.scans).hasValue(2);
    }

    /** Neither its document nor a stub without a reason: so its chunk is read, and it counts as failed. */
    @Test
    void aRefusedRowIsNoDocumentAndNoDifference() {
        index.refuse(row(7), "body 7");
        VerifyReport report = verify(HASHES);
        assertThat(report.isClean()).isTrue();
        assertThat(report.compared().failed()).isEqualTo(1);
        assertThat(report.compared().documents()).isEqualTo(ROWS - 1);
        assertThat(index.scans).hasValue(1);
    }

    /** What nobody reads nobody sees: the price of the quick way, which the documentation names. */
    @Test
    void aDocumentThatWasChangedBehindItsHashIsFoundByItsContentOnly() {
        index.changeBehindItsHash(row(7), "tampered with");
        assertThat(verify(HASHES).isClean()).isTrue();
        assertThat(verify(HASHES.withHashes(false)).differing().stale()).isEqualTo(1);
    }

    @Test
    void swappedDocumentsDoNotCancelOut() {
        index.put(row(7), "body 8");
        index.put(row(8), "body 7");
        assertThat(verify(HASHES).differing().stale()).isEqualTo(2);
    }

    private static RowKey row(int number) {
        return RowKey.utf8(String.format("row%05d", number));
    }
}
