/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressesTest {
    @ParameterizedTest
    @CsvSource({
        "localhost, http://localhost:8080, localhost",
        "10.0.0.1, http://10.0.0.1:8080, 10.0.0.1",
        "0.0.0.0, http://127.0.0.1:8080, 127.0.0.1",
        "::, http://127.0.0.1:8080, 127.0.0.1",
        "::1, http://[::1]:8080, [::1]"
    })
    void aHostOfEachKindMakesAnAddressThatCanBeAsked(String host, String address, String asked) {
        assertThat(Addresses.of(host, 8080)).hasToString(address).hasHost(asked).hasPort(8080);
    }
}
