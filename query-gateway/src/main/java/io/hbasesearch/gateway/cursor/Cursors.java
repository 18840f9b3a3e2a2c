/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.cursor;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.config.Secret;
import io.hbasesearch.core.model.RowKey;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Writes cursors as text and reads them again. They are signed, not encrypted: a caller may look into its own, and can neither
 * make nor change one. Immutable, for any thread.
 */
public final class Cursors {
    /** The longest text of one, in characters: a row key of 32 KiB and its sort values fit. */
    public static final int MAX_LENGTH = 60_000;

    private static final byte FORMAT = 1;
    private static final String ALGORITHM = "HmacSHA256";
    private static final int SIGNATURE_BYTES = 16;
    private static final int RANDOM_KEY_BYTES = 32;
    private static final int MAX_SORT_VALUES = 64;

    private final SecretKeySpec key;
    private final boolean shared;

    private Cursors(byte[] key, boolean shared) {
        this.key = new SecretKeySpec(key, ALGORITHM);
        this.shared = shared;
    }

    /** @param secret the same for all gateways of a service; empty for a key that dies with this process */
    public static Cursors signedBy(Optional<Secret> secret) {
        if (secret.isPresent()) {
            return new Cursors(secret.get().value().getBytes(UTF_8), true);
        }
        byte[] random = new byte[RANDOM_KEY_BYTES];
        new SecureRandom().nextBytes(random);
        return new Cursors(random, false);
    }

    /** Whether other processes, and this one after its next start, can read these cursors too. */
    public boolean areShared() {
        return shared;
    }

    public String write(Cursor cursor) {
        byte[] content = content(cursor);
        byte[] all = Arrays.copyOf(content, content.length + SIGNATURE_BYTES);
        System.arraycopy(signature(content, content.length), 0, all, content.length, SIGNATURE_BYTES);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(all);
    }

    /** @return empty for what this key did not sign, whatever else may be wrong with it */
    public Optional<Cursor> read(String text) {
        byte[] all;
        try {
            all = Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        int length = all.length - SIGNATURE_BYTES;
        if (length < 1
                || !MessageDigest.isEqual(signature(all, length), Arrays.copyOfRange(all, length, all.length))
                || all[0] != FORMAT) {
            return Optional.empty();
        }
        return Optional.of(parse(Arrays.copyOf(all, length)));
    }

    private byte[] signature(byte[] content, int length) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(content, 0, length);
            return Arrays.copyOf(mac.doFinal(), SIGNATURE_BYTES);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    private static byte[] content(Cursor cursor) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(FORMAT);
            out.writeByte(cursor.path().ordinal());
            out.writeBoolean(cursor.backward());
            out.writeLong(cursor.generation().getMostSignificantBits());
            out.writeLong(cursor.generation().getLeastSignificantBits());
            out.writeLong(cursor.request());
            out.writeInt(cursor.offset());
            write(out, cursor.row().bytes().unsafeBytes());
            out.writeByte(cursor.sortValues().size());
            for (String value : cursor.sortValues()) {
                write(out, value.getBytes(UTF_8));
            }
            out.writeBoolean(cursor.view().isPresent());
            write(out, cursor.view().orElse("").getBytes(UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /** Only of what was signed: it is as it was written. */
    private static Cursor parse(byte[] content) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(content, 1, content.length - 1))) {
            Cursor.Path path = Cursor.Path.values()[in.readByte()];
            boolean backward = in.readBoolean();
            UUID generation = new UUID(in.readLong(), in.readLong());
            long request = in.readLong();
            int offset = in.readInt();
            RowKey row = RowKey.wrap(read(in));
            int count = Math.min(in.readByte(), MAX_SORT_VALUES);
            List<String> sortValues = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                sortValues.add(new String(read(in), UTF_8));
            }
            boolean hasView = in.readBoolean();
            String view = new String(read(in), UTF_8);
            return new Cursor(
                    path,
                    generation,
                    request,
                    backward,
                    offset,
                    row,
                    sortValues,
                    hasView ? Optional.of(view) : Optional.empty());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] read(DataInputStream in) throws IOException {
        return in.readNBytes(in.readInt());
    }
}
