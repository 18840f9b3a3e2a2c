/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class SeedsTest {
    private static final String COMMIT = "0123456789012345678901234567890123456789";
    private static final List<Long> ALL = Seeds.from(COMMIT, 20);

    @Test
    void theRestOfARunIsNoRunOfItsOwn() {
        Seeds rest = new Seeds(COMMIT, COMMIT, Seeds.rest(ALL, 5), ALL.size());
        assertThat(rest.values()).hasSize(16).startsWith(ALL.get(4));
        assertThat(rest.planned()).isEqualTo(20);
        assertThat(rest.isStandard()).isFalse();
        assertThat(new Seeds(COMMIT, COMMIT, ALL, ALL.size()).isStandard()).isTrue();
    }

    @Test
    void aRunWithoutSeedsWouldPassAndIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Seeds(COMMIT, COMMIT, Seeds.rest(ALL, 21), ALL.size()))
                .withMessageContaining("no seed");
        assertThatIllegalArgumentException().isThrownBy(() -> new Seeds(COMMIT, COMMIT, Seeds.from(COMMIT, 0), 0));
        assertThatIllegalArgumentException().isThrownBy(() -> Seeds.rest(ALL, 0));
    }
}
