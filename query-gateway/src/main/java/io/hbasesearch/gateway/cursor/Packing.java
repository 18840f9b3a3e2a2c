/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.cursor;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/**
 * Compresses the content of a cursor to fit it into a URL. The name of a snapshot of an index with many shards repeats the same text for
 * each shard. Stateless.
 */
final class Packing {
    /** Smaller content hardly compresses, and a deflater begins with a quarter of a megabyte of native memory. */
    private static final int LEAST_DEFLATED = 256;

    private static final byte AS_IT_IS = 0;
    private static final byte DEFLATED = 1;

    private Packing() {}

    static byte[] pack(byte[] content) {
        byte[] small = content.length < LEAST_DEFLATED ? content : deflated(content);
        boolean helps = small.length < content.length;
        byte[] body = helps ? small : content;
        byte[] packed = new byte[body.length + 1];
        packed[0] = helps ? DEFLATED : AS_IT_IS;
        System.arraycopy(body, 0, packed, 1, body.length);
        return packed;
    }

    private static byte[] deflated(byte[] content) {
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(bytes, deflater)) {
            out.write(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            deflater.end();
        }
        return bytes.toByteArray();
    }

    /** Decompresses only what {@link #pack} made: foreign content could expand without limit. */
    static byte[] unpack(byte[] packed) {
        byte[] body = Arrays.copyOfRange(packed, 1, packed.length);
        if (packed[0] == AS_IT_IS) {
            return body;
        }
        Inflater inflater = new Inflater(true);
        try (InflaterInputStream in = new InflaterInputStream(new ByteArrayInputStream(body), inflater)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            inflater.end();
        }
    }
}
