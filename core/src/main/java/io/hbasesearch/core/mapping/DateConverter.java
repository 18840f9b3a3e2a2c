/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.mapping;

import io.hbasesearch.core.definition.value.DateForm;
import io.hbasesearch.core.definition.value.DateText;
import io.hbasesearch.core.definition.value.DateUnit;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Locale;

/** Converts a text, a number or a point in time to a document's date. Immutable. */
final class DateConverter {
    private final DateForm form;
    private final DateText text;

    DateConverter(DateForm form) {
        this.form = form;
        this.text = DateText.of(form.pattern(), form.zone());
    }

    String convert(Object raw) throws UndecodableValueException {
        if (raw instanceof Long || raw instanceof BigInteger) {
            return form.pattern() == null ? ofNumber((Number) raw) : ofText(raw.toString());
        }
        return raw instanceof Instant moment ? ofMoment(moment) : ofText(raw.toString());
    }

    private String ofNumber(Number number) throws UndecodableValueException {
        try {
            long count = number instanceof BigInteger big ? big.longValueExact() : number.longValue();
            return DateText.format(form.unit().toMillis(count));
        } catch (DateTimeException | ArithmeticException e) {
            String unit = form.unit() == DateUnit.MILLIS
                    ? "milliseconds"
                    : form.unit().name().toLowerCase(Locale.ROOT);
            throw new UndecodableValueException("is not in " + unit + " of the years 1 to 9999");
        }
    }

    static String ofMoment(Instant moment) throws UndecodableValueException {
        try {
            return DateText.format(moment.toEpochMilli());
        } catch (DateTimeException | ArithmeticException e) {
            throw new UndecodableValueException("is not of the years 1 to 9999");
        }
    }

    private String ofText(String written) throws UndecodableValueException {
        try {
            return DateText.format(text.parseMillis(written));
        } catch (DateTimeException e) {
            throw new UndecodableValueException("is not a date as "
                    + (form.pattern() == null ? "ISO 8601" : "the pattern " + form.pattern()) + " has it");
        }
    }
}
