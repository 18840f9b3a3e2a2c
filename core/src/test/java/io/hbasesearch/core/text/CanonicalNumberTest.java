/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CanonicalNumberTest {
    private static String canonical(String text) {
        return CanonicalNumber.text(CanonicalNumber.parse(text).orElseThrow());
    }

    @Test
    void aNumberHasOneFormHoweverItWasWritten() {
        assertThat(canonical("12345678.9")).isEqualTo(canonical("1.23456789E7")).isEqualTo("12345678.9");
        for (String hundred : new String[] {"100", "100.0", "1E2", "1.0e+2", "+100", "100.", "10000e-2"}) {
            assertThat(canonical(hundred)).as(hundred).isEqualTo("100");
        }
        assertThat(canonical("0.00001")).isEqualTo(canonical("1E-5")).isEqualTo("0.00001");
        assertThat(canonical("1.50")).isEqualTo("1.5");
        for (String zero : new String[] {"0", "-0", "-0.0", "0e99", "+.0", "0.000"}) {
            assertThat(canonical(zero)).as(zero).isEqualTo("0");
        }
        assertThat(CanonicalNumber.text(-0.0)).isEqualTo("0");
        assertThat(canonical("9007199254740993")).isEqualTo("9007199254740993");
        assertThat(canonical("18446744073709551617.0")).isEqualTo("18446744073709551617");
    }

    @Test
    void aNumberOfManyZerosHasAnExponentAndOneFormToo() {
        assertThat(canonical("1E1000000000"))
                .isEqualTo(canonical("10.0e999999999"))
                .isEqualTo("1E+1000000000");
        assertThat(canonical("1E-1000000000")).isEqualTo("1E-1000000000");
        assertThat(canonical("1" + "0".repeat(300)))
                .isEqualTo(canonical("1e300"))
                .isEqualTo("1E+300");
        assertThat(canonical("1e99")).isEqualTo("1" + "0".repeat(99));
        assertThat(CanonicalNumber.parse("1e99999999999")).isEmpty();
        assertThat(CanonicalNumber.parse("1e9999999999")).isEmpty();
    }

    @Test
    void whatIsNoNumberIsNone() {
        for (String text :
                new String[] {"", "abc", "0x1F", "007", "1d", "NaN", "Infinity", "1e", ".", "-", "1 0", "1,0"}) {
            assertThat(CanonicalNumber.parse(text)).as(text).isEmpty();
        }
    }

    @Test
    void allNotationsOfARandomNumberAgreeAndOtherNumbersDoNot() {
        Random random = new Random(7);
        for (int i = 0; i < 2_000; i++) {
            BigDecimal number =
                    new BigDecimal(new BigInteger(1 + random.nextInt(120), random), random.nextInt(260) - 130);
            String form = CanonicalNumber.text(number);
            assertThat(new BigDecimal(form)).isEqualByComparingTo(number);
            assertThat(canonical(number.toString())).isEqualTo(form);
            assertThat(canonical(number.toPlainString())).isEqualTo(form);
            assertThat(canonical(number.toEngineeringString())).isEqualTo(form);
            assertThat(canonical(form)).isEqualTo(form);
            assertThat(CanonicalNumber.text(number.add(number.ulp()))).isNotEqualTo(form);
        }
    }
}
