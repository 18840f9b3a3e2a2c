/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.elasticsearch.bulk.PoisonDetector.Refusal;
import io.hbasesearch.testing.Fixtures;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PoisonDetectorTest {
    private static final int OTHERS = RejectionHistory.MIN_OTHERS_FOR_EACH_SUSPECT;

    private final AtomicLong nanos = new AtomicLong();
    private final PoisonDetector suspects = new PoisonDetector(nanos::get);
    private final PendingWrite document = write();

    private static PendingWrite write() {
        return new PendingWrite(Unheard.LISTENER, 0, Fixtures.upsert("odd", 1, "cat"));
    }

    @Test
    void answers_count_that_others_got_through_beside_in_requests_of_their_own() {
        for (int i = 0; i < RejectionHistory.MIN_ANSWERS; i++) {
            assertThat(suspects.isAtFault(document, false)).isFalse();
            suspects.succeeded(OTHERS);
        }
        pass(RejectionHistory.MIN_TIME);
        assertThat(suspects.isAtFault(document, false)).isTrue();
    }

    @Test
    void answers_do_not_count_while_nothing_gets_through() {
        suspects.succeeded(OTHERS);
        for (int i = 0; i < 10 * RejectionHistory.MIN_ANSWERS; i++) {
            assertThat(suspects.isAtFault(document, false)).isFalse();
            pass(RejectionHistory.MIN_TIME);
        }
        suspects.succeeded(OTHERS);
        assertThat(suspects.isAtFault(document, false)).isFalse();
    }

    @Test
    void a_suspicion_outlives_the_read_that_the_document_stems_from() {
        for (int i = 0; i < RejectionHistory.MIN_ANSWERS; i++) {
            suspects.isAtFault(document, true);
            suspects.succeeded(OTHERS);
        }
        pass(RejectionHistory.MIN_TIME);
        suspects.readAgain(document);
        suspects.acquit(document);
        assertThat(suspects.isAtFault(write(), true)).isTrue();
        assertThat(suspects.isAtFault(write(), true)).as("it is recalled once").isFalse();
    }

    @Test
    void the_first_refusal_is_taken_for_the_load_and_the_next_for_its_own_if_others_got_through_meanwhile() {
        assertThat(suspects.refusedAlone(document, false)).isEqualTo(Refusal.LOAD);
        assertThat(suspects.refusedAlone(document, false)).isEqualTo(Refusal.LOAD);
        suspects.succeeded(1);
        assertThat(suspects.refusedAlone(document, false)).isEqualTo(Refusal.ITS_OWN);
        assertThat(suspects.refusedAlone(document, false)).isEqualTo(Refusal.LOAD);
    }

    @Test
    void what_is_refused_alone_for_long_while_others_get_through_is_given_up() {
        for (int i = 0; i <= RejectionHistory.MIN_ANSWERS; i++) {
            assertThat(suspects.refusedAlone(document, false)).isNotEqualTo(Refusal.GIVEN_UP);
            suspects.succeeded(1);
        }
        pass(RejectionHistory.MIN_TIME_REFUSED);
        assertThat(suspects.refusedAlone(document, false)).isEqualTo(Refusal.GIVEN_UP);
    }

    @Test
    void what_the_server_says_it_never_takes_is_given_up_though_nothing_else_is_written() {
        for (int i = 0; i < RejectionHistory.MIN_ANSWERS; i++) {
            assertThat(suspects.refusedAlone(document, true)).isEqualTo(Refusal.ITS_OWN);
        }
        pass(RejectionHistory.MIN_TIME_REFUSED);
        assertThat(suspects.refusedAlone(document, true)).isEqualTo(Refusal.GIVEN_UP);
    }

    @Test
    void while_everything_is_refused_nothing_is_given_up() {
        for (int i = 0; i < 10 * RejectionHistory.MIN_ANSWERS; i++) {
            assertThat(suspects.refusedAlone(document, false)).isEqualTo(Refusal.LOAD);
            pass(RejectionHistory.MIN_TIME_REFUSED);
        }
    }

    @Test
    void a_stub_is_never_at_fault() {
        PendingWrite stub = new PendingWrite(Unheard.LISTENER, 0, Fixtures.deleted("odd", 1));
        for (int i = 0; i < 2 * RejectionHistory.MIN_ANSWERS; i++) {
            assertThat(suspects.isAtFault(stub, true)).isFalse();
            assertThat(suspects.refusedAlone(stub, true)).isEqualTo(Refusal.LOAD);
            suspects.succeeded(OTHERS);
            pass(RejectionHistory.MIN_TIME_REFUSED);
        }
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }
}
