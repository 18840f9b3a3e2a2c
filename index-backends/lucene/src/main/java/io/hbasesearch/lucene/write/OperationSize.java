/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.write;

import io.hbasesearch.core.spi.IndexOperation;
import java.util.List;
import java.util.Map;

/** Estimates the memory of a waiting operation in bytes. */
final class OperationSize {
    private static final int OBJECT_BYTES = 48;

    private OperationSize() {}

    static long of(List<IndexOperation> batch) {
        return batch.stream().mapToLong(OperationSize::of).sum();
    }

    private static long of(IndexOperation operation) {
        long key = OBJECT_BYTES + operation.row().bytes().length();
        return operation instanceof IndexOperation.Upsert upsert
                ? key + ofValue(upsert.document().fields())
                : key;
    }

    private static long ofValue(Object value) {
        if (value instanceof String text) {
            return OBJECT_BYTES + text.length();
        }
        if (value instanceof Map<?, ?> map) {
            long bytes = OBJECT_BYTES;
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                bytes += ofValue(entry.getKey()) + ofValue(entry.getValue());
            }
            return bytes;
        }
        if (value instanceof List<?> list) {
            long bytes = OBJECT_BYTES;
            for (Object element : list) {
                bytes += ofValue(element);
            }
            return bytes;
        }
        return OBJECT_BYTES;
    }
}
