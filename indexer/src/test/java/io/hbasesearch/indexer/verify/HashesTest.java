/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.FieldMapping;
import io.hbasesearch.core.definition.FieldType;
import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.RowKeyFormat;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.model.TableId;
import io.hbasesearch.core.spi.IndexedDocument;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a comparison by stored hashes finds, and what it cannot. */
@Timeout(60)
class HashesTest {
    private static final IndexDefinition DEFINITION = new IndexDefinition(
            "test",
            TableId.parse("t"),
            RowKeyFormat.BINARY,
            List.of(FieldMapping.of("body", SortedTable.BODY, FieldType.TEXT)),
            "hash");
    private static final VerifyOptions HASHES =
            VerifyOptions.standard().withSettle(Duration.ofMillis(10), 2).withHashes(true);
    private static final int ROWS = 5_000;
    private static final int CHUNKS = 6;

    private final SortedTable table = new SortedTable();
    private final SortedIndex index = new SortedIndex();

    @BeforeEach
    void fill() {
        for (int i = 0; i < ROWS; i++) {
            table.rows.put(row(i), ByteArray.utf8("body " + i));
            index.put(row(i), "body " + i);
        }
    }

    @Test
    void aCleanChunkCostsOneComparisonAndNoDocument() {
        index.put(RowKey.utf8("gone"), IndexedDocument.State.DELETED, Document.empty());
        VerifyReport report = verify(HASHES);
        assertThat(report.isClean()).isTrue();
        assertThat(report.rows()).isEqualTo(ROWS);
        assertThat(report.byHash()).isEqualTo(ROWS);
        assertThat(report.documents()).isEqualTo(ROWS);
        assertThat(index.digests).hasValue(CHUNKS);
        assertThat(index.scans).hasValue(0);
    }

    @Test
    void everyClassIsFoundAndOnlyTheChunksThatHoldOneAreRead() {
        RowKey unmappable = row(4_200);
        table.rows.put(unmappable, ByteArray.wrap(new byte[] {(byte) 0xff}));
        RowKey failed = row(4_201);
        table.rows.put(failed, ByteArray.wrap(new byte[] {(byte) 0xff}));
        index.put(failed, IndexedDocument.State.FAILED, Document.empty());
        index.remove(row(10));
        index.put(row(11), "other");
        index.put(RowKey.utf8("row00012-extra"), "extra");
        VerifyReport report = verify(HASHES);
        assertThat(report.missing()).isEqualTo(1);
        assertThat(report.stale()).isEqualTo(1);
        assertThat(report.extra()).isEqualTo(1);
        assertThat(report.undecodable()).isEqualTo(1);
        assertThat(report.failed()).isEqualTo(1);
        assertThat(report.rows()).isEqualTo(ROWS);
        assertThat(report.byHash()).isEqualTo(ROWS - 2 * 900);
        assertThat(index.scans).hasValue(2);
    }

    /** Neither its document nor a stub without a reason: so its chunk is read, and it counts as failed. */
    @Test
    void aRefusedRowIsNoDocumentAndNoDifference() {
        index.refuse(row(7), "body 7");
        VerifyReport report = verify(HASHES);
        assertThat(report.isClean()).isTrue();
        assertThat(report.failed()).isEqualTo(1);
        assertThat(report.documents()).isEqualTo(ROWS - 1);
        assertThat(index.scans).hasValue(1);
    }

    /** What nobody reads nobody sees: the price of the quick way, which the documentation names. */
    @Test
    void aDocumentThatWasChangedBehindItsHashIsFoundByItsContentOnly() {
        index.changeBehindItsHash(row(7), "tampered with");
        assertThat(verify(HASHES).isClean()).isTrue();
        assertThat(verify(HASHES.withHashes(false)).stale()).isEqualTo(1);
    }

    @Test
    void swappedDocumentsDoNotCancelOut() {
        index.put(row(7), "body 8");
        index.put(row(8), "body 7");
        assertThat(verify(HASHES).stale()).isEqualTo(2);
    }

    private VerifyReport verify(VerifyOptions options) {
        return new Verify(DEFINITION, table, index, Duration.ofSeconds(1), options)
                .run(KeyRange.all(), VerifyListener.none());
    }

    private static RowKey row(int number) {
        return RowKey.utf8(String.format("row%05d", number));
    }
}
