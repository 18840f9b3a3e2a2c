/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;

/** A column: its family and its qualifier, which may be empty and may contain any byte. */
public record ColumnName(String family, ByteArray qualifier) implements Comparable<ColumnName> {
    private static final int ESCAPE_LENGTH = "\\xHH".length();

    public ColumnName {
        Objects.requireNonNull(family, "family");
        Objects.requireNonNull(qualifier, "qualifier");
    }

    public static ColumnName of(String family, String qualifier) {
        return new ColumnName(family, ByteArray.utf8(qualifier));
    }

    /**
     * The inverse of {@link #toString()}.
     *
     * @param text {@code family:qualifier}; in the qualifier {@code \xHH} is a byte and {@code \\} a backslash
     * @throws IllegalArgumentException if this is not a column
     */
    public static ColumnName parse(String text) {
        int colon = text.indexOf(':');
        if (colon < 1 || text.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("a column is family:qualifier, not " + text);
        }
        return new ColumnName(text.substring(0, colon), unescape(text.substring(colon + 1)));
    }

    private static ByteArray unescape(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int position = 0;
        while (position < text.length()) {
            int escape = text.indexOf('\\', position);
            bytes.writeBytes(text.substring(position, escape < 0 ? text.length() : escape)
                    .getBytes(UTF_8));
            if (escape < 0) {
                break;
            }
            if (text.startsWith("\\\\", escape)) {
                bytes.write('\\');
                position = escape + 2;
            } else {
                bytes.write(escapedByte(text, escape));
                position = escape + ESCAPE_LENGTH;
            }
        }
        return ByteArray.wrap(bytes.toByteArray());
    }

    private static int escapedByte(String text, int escape) {
        if (!text.startsWith("\\x", escape) || escape + ESCAPE_LENGTH > text.length()) {
            throw new IllegalArgumentException("a backslash is followed by another or by x and two hexadecimal digits");
        }
        return HexFormat.fromHexDigits(text, escape + 2, escape + ESCAPE_LENGTH);
    }

    @Override
    public int compareTo(ColumnName other) {
        int byFamily = family.compareTo(other.family);
        return byFamily != 0 ? byFamily : qualifier.compareTo(other.qualifier);
    }

    /** {@code family:qualifier}; a qualifier that is not printable UTF-8 has {@code \xHH} for all but printable ASCII. */
    @Override
    public String toString() {
        String text = qualifier.utf8();
        boolean printable = text.chars().noneMatch(Character::isISOControl)
                && Arrays.equals(text.getBytes(UTF_8), qualifier.unsafeBytes());
        return family + ":" + (printable ? text.replace("\\", "\\\\") : escaped());
    }

    private String escaped() {
        StringBuilder text = new StringBuilder();
        for (byte b : qualifier.unsafeBytes()) {
            if (b == '\\') {
                text.append("\\\\");
            } else if (b >= ' ' && b <= '~') {
                text.append((char) b);
            } else {
                text.append("\\x").append(HexFormat.of().withUpperCase().toHexDigits(b));
            }
        }
        return text.toString();
    }
}
