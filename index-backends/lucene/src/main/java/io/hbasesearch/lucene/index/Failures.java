/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.index;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.HBaseSearchException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;

/** Classifies failures of Lucene and of the file system, with hints. All of them are fatal for their index. */
public final class Failures {
    private static final String REPLAY_HINT =
            "Fix the cause, then restart: uncommitted events are indexed again from the topic.";
    private static final String REBUILD_HINT =
            "Delete and recreate the index; it is rebuilt from the table and the topic.";

    private Failures() {}

    public static HBaseSearchException of(String index, Path directory, Throwable cause) {
        if (cause instanceof HBaseSearchException known) {
            return known;
        }
        String subject = "The index " + index + " in " + directory;
        if (cause instanceof IndexFormatTooOldException || cause instanceof IndexFormatTooNewException) {
            return new HBaseSearchException(
                    ErrorCode.INDEX_INCOMPATIBLE,
                    subject + " was written by another version of Lucene: " + cause.getMessage(),
                    REBUILD_HINT,
                    cause);
        }
        if (cause instanceof CorruptIndexException) {
            return new HBaseSearchException(
                    ErrorCode.INTERNAL, subject + " is damaged: " + cause.getMessage(), REBUILD_HINT, cause);
        }
        if (cause instanceof AccessDeniedException) {
            return new HBaseSearchException(
                    ErrorCode.ACCESS_DENIED,
                    subject + " cannot be read or written: access denied to " + cause.getMessage(),
                    REPLAY_HINT,
                    cause);
        }
        String what = cause instanceof IOException ? " cannot be read or written: " : " failed: ";
        return new HBaseSearchException(ErrorCode.INTERNAL, subject + what + cause, REPLAY_HINT, cause);
    }

    public static HBaseSearchException notFound(String index) {
        return new HBaseSearchException(
                ErrorCode.INDEX_NOT_FOUND, "no index " + index, "Create it: hbase-search index create " + index, null);
    }
}
