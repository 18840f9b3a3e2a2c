/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.scenario;

import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;

class ShippingTest {
    @Test
    void aFailureOfItsThreadIsThatOfTheMeasurement() {
        try (Shipping shipping = new Shipping("no address", "mail")) {
            assertThatIllegalStateException().isThrownBy(shipping::stop).withRootCauseInstanceOf(ConfigException.class);
        }
    }
}
