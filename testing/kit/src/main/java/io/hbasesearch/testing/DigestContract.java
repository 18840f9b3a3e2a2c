/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.testing;

import static io.hbasesearch.testing.Fixtures.deleted;
import static io.hbasesearch.testing.Fixtures.failed;
import static io.hbasesearch.testing.Fixtures.message;
import static io.hbasesearch.testing.Fixtures.upsert;
import static io.hbasesearch.testing.Fixtures.version;
import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.mapping.ContentHash;
import io.hbasesearch.core.mapping.Document;
import io.hbasesearch.core.model.Bucket;
import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.DocumentId;
import io.hbasesearch.core.model.KeyRange;
import io.hbasesearch.core.model.RowKey;
import io.hbasesearch.core.spi.DocumentCursor;
import io.hbasesearch.core.spi.DocumentSearcher;
import io.hbasesearch.core.spi.DocumentWriter;
import io.hbasesearch.core.spi.IndexOperation;
import io.hbasesearch.core.spi.RangeDigest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The digest of a range is that of what was written to exactly these keys last. */
public abstract class DigestContract extends BackendContract {
    private static final int MANY = 5_000;

    @Test
    void aDigestCountsDocumentsAndFailedStubsOfExactlyItsRange() {
        IndexOperation a = upsert("a", 1, "cat");
        IndexOperation b = upsert("b", 2, "cat");
        IndexOperation c = failed("c", 3);
        try (DocumentWriter writer = openWriter();
                DocumentSearcher searcher = openSearcher()) {
            write(writer, a, b, c, deleted("d", 4));
            searcher.refresh();
            assertThat(searcher.digest(range("a", "c"))).contains(digest(a, b));
            assertThat(searcher.digest(range("b", ""))).contains(digest(b, c));
            assertThat(searcher.digest(range("", "b"))).contains(digest(a));
            assertThat(searcher.digest(KeyRange.all())).contains(digest(a, b, c));
            assertThat(searcher.digest(range("d", "x"))).contains(RangeDigest.empty());
        }
    }

    @Test
    void aStubKeepsTheHashOfWhatWasRefused() {
        Document refused = message("refused");
        RowKey row = RowKey.utf8("a");
        long hash = ContentHash.ofRefused(DocumentId.of(row), refused);
        IndexOperation stub =
                new IndexOperation.MarkFailed(row, Bucket.ONLY, version(1), System.currentTimeMillis(), hash);
        try (DocumentWriter writer = openWriter();
                DocumentSearcher searcher = openSearcher()) {
            write(writer, stub, failed("b", 2));
            searcher.refresh();
            assertThat(searcher.get(DocumentId.of(row)).orElseThrow().isRefusalOf(refused))
                    .isTrue();
            assertThat(searcher.get(DocumentId.of(row)).orElseThrow().isRefusalOf(message("other")))
                    .isFalse();
            assertThat(searcher.digest(range("a", "b")))
                    .contains(RangeDigest.empty().plus(hash));
            try (DocumentCursor cursor = searcher.scan(KeyRange.all())) {
                assertThat(cursor.next().failedHash()).isEqualTo(hash);
                assertThat(cursor.next().failedHash()).isEqualTo(ContentHash.ofFailed(DocumentId.of(RowKey.utf8("b"))));
            }
        }
    }

    @Test
    void aDigestIsThatOfWhatWasWrittenLast() {
        try (DocumentWriter writer = openWriter();
                DocumentSearcher searcher = openSearcher()) {
            write(writer, upsert("a", 1, "cat"), upsert("b", 2, "cat"), upsert("c", 3, "cat"), failed("d", 4));
            write(writer, upsert("a", 5, "dog"), deleted("b", 6), failed("c", 7), upsert("d", 8, "dog"));
            write(writer, upsert("a", 2, "late"));
            searcher.refresh();
            assertThat(searcher.digest(KeyRange.all()))
                    .contains(digest(upsert("a", 5, "dog"), failed("c", 7), upsert("d", 8, "dog")));
        }
    }

    @Test
    void theSumOverManyDocumentsIsExact() {
        List<IndexOperation> operations = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            operations.add(upsert(String.format("row%05d", i), i, "number " + i));
        }
        try (DocumentWriter writer = openWriter();
                DocumentSearcher searcher = openSearcher()) {
            write(writer, operations.subList(0, MANY / 2));
            write(writer, operations.subList(MANY / 2, MANY));
            searcher.refresh();
            assertThat(searcher.digest(KeyRange.all())).contains(digest(operations.toArray(IndexOperation[]::new)));
        }
    }

    @Test
    void whereIdsDoNotTellTheRangeThereIsNoDigestRatherThanAWrongOne() {
        String prefix = "x".repeat(500);
        IndexOperation one = upsert(prefix + "1", 1, "cat");
        IndexOperation other = upsert(prefix + "2", 2, "cat");
        try (DocumentWriter writer = openWriter();
                DocumentSearcher searcher = openSearcher()) {
            write(writer, one, other);
            searcher.refresh();
            assertThat(searcher.digest(range(prefix + "2", ""))).isEmpty();
            assertThat(searcher.digest(range("x", "y"))).contains(digest(one, other));
        }
    }

    private static KeyRange range(String start, String stop) {
        return new KeyRange(ByteArray.utf8(start), ByteArray.utf8(stop));
    }

    private static RangeDigest digest(IndexOperation... operations) {
        RangeDigest digest = RangeDigest.empty();
        for (IndexOperation operation : operations) {
            digest = digest.plus(
                    operation instanceof IndexOperation.Upsert upsert
                            ? ContentHash.of(upsert.id(), upsert.document())
                            : ContentHash.ofFailed(operation.id()));
        }
        return digest;
    }
}
