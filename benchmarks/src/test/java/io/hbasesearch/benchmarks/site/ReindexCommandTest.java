/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReindexCommandTest {
    private static final int HEAP_MEGABYTES = 32;

    @TempDir
    private Path directory;

    /** Holds as many megabytes as it is told, or ends with 5. */
    static final class Holder {
        private static final int MEGABYTE = 1024 * 1024;

        private Holder() {}

        public static void main(String[] arguments) {
            List<byte[]> held = new ArrayList<>();
            for (int i = 0; i < Integer.parseInt(arguments[0]); i++) {
                held.add(new byte[MEGABYTE]);
            }
            System.gc();
            if (held.isEmpty()) {
                System.out.println("nothing to hold");
                System.exit(5);
            }
        }
    }

    private ReindexCommand.Outcome hold(int megabytes) throws Exception {
        return ReindexCommand.run(
                Holder.class.getName(),
                List.of(Integer.toString(megabytes)),
                HEAP_MEGABYTES,
                List.of("-Dof=tests"),
                directory);
    }

    @Test
    void whatEndsWithinItsHeapSaysHowMuchACollectionLeft() throws Exception {
        ReindexCommand.Outcome outcome = hold(12);
        assertThat(outcome.isWithinHeap()).isTrue();
        assertThat(outcome.mostMegabytes()).isBetween(12.0, (double) HEAP_MEGABYTES);
    }

    @Test
    void whatWantsMoreThanItsHeapDoesNotEndWell() throws Exception {
        assertThat(hold(2 * HEAP_MEGABYTES).isWithinHeap()).isFalse();
    }

    @Test
    void anotherEndIsAFailureWithWhatWasSaid() {
        assertThatIllegalStateException()
                .isThrownBy(() -> hold(0))
                .withMessage("reindex within 32 MB ended with 5: nothing to hold");
    }
}
