/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.mutants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whoever changes the code that a mutant changes is to hear of it in every build, not only in the hours of the suite. */
class PlantedMutantsTest {
    static List<Mutant> all() {
        return PlantedMutants.all();
    }

    @ParameterizedTest
    @MethodSource("all")
    void eachAppliesToTheCodeAsItIs(Mutant mutant, @TempDir Path classes) throws IOException {
        mutant.compile(classes);
        try (Stream<Path> files = Files.walk(classes)) {
            assertThat(files).anyMatch(file -> file.toString().endsWith(".class"));
        }
    }

    @Test
    void aMutantThatNoLongerAppliesSaysSo(@TempDir Path classes) {
        Mutant sound = PlantedMutants.COMMIT_BEFORE_ACKNOWLEDGEMENT;
        Mutant outdated = new Mutant("outdated", sound.source(), "no such text", "");
        assertThatThrownBy(() -> outdated.compile(classes)).hasMessageContaining("no longer applies");
    }
}
