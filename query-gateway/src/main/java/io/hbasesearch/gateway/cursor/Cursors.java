/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.cursor;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hbasesearch.core.config.Secret;
import io.hbasesearch.core.row.FreshnessSource.Freshness;
import io.hbasesearch.core.spi.search.ViewToken;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Writes cursors as text and reads them. Cursors are signed, not encrypted: a caller can read its own, but cannot make or change one.
 * Immutable, for any thread.
 */
public final class Cursors {
    /** Maximum length of a cursor in characters: a row key of 32 KiB fits, or a few long sort values and a view. */
    public static final int MAX_LENGTH = 60_000;

    private static final byte FORMAT = 5;
    private static final String ALGORITHM = "HmacSHA256";
    private static final int SIGNATURE_BYTES = 16;
    private static final int RANDOM_KEY_BYTES = 32;

    private final SecretKeySpec key;
    private final boolean shared;

    private Cursors(byte[] key, boolean shared) {
        this.key = new SecretKeySpec(key, ALGORITHM);
        this.shared = shared;
    }

    /** @param secret the same for all gateways of a service; empty for a random key that is lost when this process ends */
    public static Cursors signedBy(Optional<Secret> secret) {
        if (secret.isPresent()) {
            return new Cursors(secret.get().value().getBytes(UTF_8), true);
        }
        byte[] random = new byte[RANDOM_KEY_BYTES];
        new SecureRandom().nextBytes(random);
        return new Cursors(random, false);
    }

    /** Tells whether other processes, and this one after a restart, can read these cursors too. */
    public boolean areShared() {
        return shared;
    }

    public String write(Cursor cursor) {
        byte[] packed = Packing.pack(content(cursor));
        byte[] content = new byte[packed.length + 1];
        content[0] = FORMAT;
        System.arraycopy(packed, 0, content, 1, packed.length);
        byte[] all = Arrays.copyOf(content, content.length + SIGNATURE_BYTES);
        System.arraycopy(signature(content, content.length), 0, all, content.length, SIGNATURE_BYTES);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(all);
    }

    /** @return empty unless this key signed the text, even if other things are wrong with it */
    public Optional<Cursor> read(String text) {
        byte[] all;
        try {
            all = Base64.getUrlDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        int length = all.length - SIGNATURE_BYTES;
        if (length < 2
                || !MessageDigest.isEqual(signature(all, length), Arrays.copyOfRange(all, length, all.length))
                || all[0] != FORMAT) {
            return Optional.empty();
        }
        return Optional.of(parse(Packing.unpack(Arrays.copyOfRange(all, 1, length))));
    }

    private byte[] signature(byte[] content, int length) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(content, 0, length);
            return Arrays.copyOf(mac.doFinal(), SIGNATURE_BYTES);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java platform has no " + ALGORITHM, e);
        }
    }

    private static byte[] content(Cursor cursor) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeBoolean(cursor.backward());
            out.writeBoolean(cursor.substitute());
            out.writeLong(cursor.generation().getMostSignificantBits());
            out.writeLong(cursor.generation().getLeastSignificantBits());
            out.writeLong(cursor.request());
            CursorBytes.write(out, cursor.place());
            CursorBytes.writeView(out, cursor.view());
            CursorBytes.write(out, cursor.opened());
            CursorBytes.writeNow(out, cursor.now());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Parses signed content only, which is as it was written. */
    private static Cursor parse(byte[] content) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(content))) {
            boolean backward = in.readBoolean();
            boolean substitute = in.readBoolean();
            UUID generation = new UUID(in.readLong(), in.readLong());
            long request = in.readLong();
            CursorPosition place = CursorBytes.readPlace(in);
            Optional<ViewToken> view = CursorBytes.readView(in);
            Optional<Freshness> opened = CursorBytes.readFreshness(in);
            Optional<Instant> now = CursorBytes.readNow(in);
            return new Cursor(place, generation, request, backward, substitute, view, opened, now);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
