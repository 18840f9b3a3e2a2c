/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.sample;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.ColumnName;
import io.hbasesearch.core.model.RowKey;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A small mail box in Chinese and English, written for this project; the resource mailbox.txt. Stateless.
 *
 * <p>Row key, fixed widths: user id (8 characters), day as yyyyMMdd where the mail was sent, message id (6 digits). Columns:
 * {@code m:from m:to m:subject m:body} as text, {@code m:sent} in milliseconds as 8 bytes, {@code m:size} of the body in
 * bytes as 4 bytes.
 */
public final class MailBox {
    /** The name of the table and the index. */
    public static final String NAME = "mail";

    public static final String FAMILY = "m";

    private static final Pattern FIRST_LINE = Pattern.compile("(u\\d{7}) (\\d{6}) (\\S+)");
    private static final Pattern HEADER = Pattern.compile("(From|To|Subject): (.+)");

    private MailBox() {}

    public static List<SampleRow> rows() {
        try (InputStream file = Objects.requireNonNull(MailBox.class.getResourceAsStream("mailbox.txt"))) {
            return parse(new String(file.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @throws IllegalArgumentException with the mail that does not follow the format */
    static List<SampleRow> parse(String text) {
        String[] mails = text.split("(?m)^=== ", -1);
        List<SampleRow> rows = new ArrayList<>();
        // The text before the first mail is a comment.
        for (int i = 1; i < mails.length; i++) {
            rows.add(mail(mails[i]));
        }
        return rows;
    }

    private static SampleRow mail(String text) {
        int headerEnd = text.indexOf("\n\n");
        if (headerEnd < 0) {
            throw new IllegalArgumentException("a mail without a blank line after its headers: " + text);
        }
        String[] headers = text.substring(0, headerEnd).split("\n", -1);
        Matcher first = matching(FIRST_LINE, headers[0]);
        OffsetDateTime sent = OffsetDateTime.parse(first.group(3));
        Map<ColumnName, ByteArray> cells = new LinkedHashMap<>();
        for (int i = 1; i < headers.length; i++) {
            Matcher header = matching(HEADER, headers[i]);
            cells.put(ColumnName.of(FAMILY, header.group(1).toLowerCase(Locale.ROOT)), ByteArray.utf8(header.group(2)));
        }
        ByteArray body = ByteArray.utf8(text.substring(headerEnd).strip());
        cells.put(ColumnName.of(FAMILY, "body"), body);
        cells.put(ColumnName.of(FAMILY, "sent"), bytes(sent.toInstant().toEpochMilli()));
        cells.put(ColumnName.of(FAMILY, "size"), bytes(body.length()));
        String day = sent.format(DateTimeFormatter.BASIC_ISO_DATE).substring(0, 8);
        return new SampleRow(RowKey.utf8(first.group(1) + day + first.group(2)), cells);
    }

    private static Matcher matching(Pattern pattern, String line) {
        Matcher matcher = pattern.matcher(line);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a mail's header: " + line);
        }
        return matcher;
    }

    private static ByteArray bytes(long value) {
        return ByteArray.wrap(ByteBuffer.allocate(Long.BYTES).putLong(value).array());
    }

    private static ByteArray bytes(int value) {
        return ByteArray.wrap(ByteBuffer.allocate(Integer.BYTES).putInt(value).array());
    }
}
