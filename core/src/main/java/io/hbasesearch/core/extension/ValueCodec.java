/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.extension;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads cells that hbase-search does not know how to read. A jar on the class path has its implementations named in
 * {@code META-INF/services/io.hbasesearch.core.extension.ValueCodec}; each has a public constructor without arguments, which
 * does nothing. A definition names one as {@code codec}.
 *
 * <p>The same bytes and options always make the same value: that is what makes an index verifiable. Whoever changes what a
 * codec makes of bytes gives it another name, or rebuilds the indexes that use it.
 */
public interface ValueCodec {
    /** What definitions call it: lower-case letters, digits, {@code -} and {@code .}; begins with a letter. */
    String name();

    /**
     * Called for each field that names this codec, when its definition is read, and again when it is used.
     *
     * @param options as the definition has them
     * @throws IllegalArgumentException if they are wrong; its message is shown at the definition's line
     */
    Reader open(Map<String, String> options);

    /** Reads the cells of one field. Safe for use by several threads. */
    @FunctionalInterface
    interface Reader {
        /**
         * @param cell a copy, which may be changed
         * @return a CharSequence, Boolean, Number, byte[], {@link java.time.Instant}, {@link java.util.Date}, a Collection of these
         *     for several values, or a Map of texts to all of them, in which a definition's {@code path} looks; null if the cell
         *     says that there is no value
         * @throws Exception if the cell is not what it should be: what happens then is said by the field's {@code onError}. Its
         *     message is not shown, as it could hold the value; the name of its class is
         */
        @Nullable
        Object read(byte[] cell) throws Exception;
    }
}
