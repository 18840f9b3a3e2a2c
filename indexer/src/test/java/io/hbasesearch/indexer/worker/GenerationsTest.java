/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.spi.IndexGeneration;
import io.hbasesearch.core.spi.IndexGeneration.State;
import io.hbasesearch.core.spi.IndexMetadata;
import io.hbasesearch.testing.Fixtures;
import java.util.List;
import org.junit.jupiter.api.Test;

class GenerationsTest {
    private final IndexMetadata first = generation(1);
    private final IndexMetadata second = generation(2);

    @Test
    void oneThatIsGoneWhileAnotherIsLiveWasDropped() {
        assertThat(Generations.isDropped(first, List.of(new IndexGeneration(second, State.LIVE))))
                .isTrue();
        assertThat(Generations.isDropped(second, List.of(new IndexGeneration(first, State.LIVE))))
                .isTrue();
    }

    @Test
    void oneThatIsThereWasNotWhateverItIsToReaders() {
        List<IndexGeneration> found =
                List.of(new IndexGeneration(first, State.OLD), new IndexGeneration(second, State.LIVE));
        assertThat(Generations.isDropped(first, found)).isFalse();
        assertThat(Generations.isDropped(second, found)).isFalse();
    }

    @Test
    void anIndexThatIsGoneOrWasMadeAnewWasNotMeantToBe() {
        assertThat(Generations.isDropped(first, List.of())).isFalse();
        assertThat(Generations.isDropped(first, List.of(new IndexGeneration(second, State.BUILDING))))
                .isFalse();
        assertThat(Generations.isDropped(first, List.of(new IndexGeneration(generation(1), State.LIVE))))
                .isFalse();
    }

    private static IndexMetadata generation(int number) {
        return Fixtures.metadata("mail")
                .physicalName("mail-" + number)
                .generation(number)
                .build();
    }
}
