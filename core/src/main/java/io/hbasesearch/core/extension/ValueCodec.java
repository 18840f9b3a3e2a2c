/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.extension;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads cells of formats that hbase-search does not support. A jar on the class path names its implementations in {@code
 * META-INF/services/io.hbasesearch.core.extension.ValueCodec}; each has a public constructor without arguments, which does nothing. A
 * definition names one as {@code codec}.
 *
 * <p>The same bytes and options must always give the same value, which makes an index verifiable. If the result of a codec changes,
 * give the codec another name or rebuild the indexes that use it.
 */
public interface ValueCodec {
    /** The name in definitions: lower-case letters, digits, {@code -} and {@code .}; begins with a letter. */
    String name();

    /**
     * Opens the codec. Called for each field that names it, when the definition is read, and again when it is used.
     *
     * @param options as the definition has them
     * @throws IllegalArgumentException if they are invalid; its message is shown at the definition's line
     */
    Reader open(Map<String, String> options);

    /** Reads the cells of one field. Safe for use by several threads. */
    @FunctionalInterface
    interface Reader {
        /**
         * @param cell a copy, which may be changed
         * @return a CharSequence, Boolean, Number, byte[], {@link java.time.Instant}, {@link java.util.Date}, a Collection of these
         *     for several values, or a Map of texts to all of them, in which a definition's {@code path} looks; null if the cell
         *     encodes null
         * @throws Exception if the cell is invalid; the field's {@code onError} defines the consequence. Its message is not shown,
         *     because it could contain the value; the name of its class is shown
         */
        @Nullable
        Object read(byte[] cell) throws Exception;
    }
}
