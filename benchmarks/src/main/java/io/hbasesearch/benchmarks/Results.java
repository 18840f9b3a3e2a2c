/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a measurement found, as it is kept in a file.
 *
 * @param machine as it was before the measurement began
 * @param rounds each a record with the figures of one round
 */
record Results(
        String measurement,
        Machine machine,
        int rows,
        int threads,
        String baseline,
        List<?> rounds,
        Spread ratio,
        double goal) {
    Results {
        rounds = List.copyOf(rounds);
    }

    /** Prints the end and writes {@code benchmarks/target/<measurement>.json}. @return the exit code */
    int report() throws IOException {
        System.out.println("ratio: " + ratio.text() + " of " + rounds.size() + " rounds (" + rows + " rows, goal "
                + goal + ", " + machine.cores() + " cores, " + machine.processor() + ")");
        if (!machine.isQuiet()) {
            System.out.println("not for publication: something else ran on this machine (load " + machine.load()
                    + " before the beginning)");
        }
        Path file = Path.of(System.getProperty("hbasesearch.repository.root"))
                .resolve("benchmarks/target")
                .resolve(measurement + ".json");
        Files.createDirectories(file.getParent());
        new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValue(file.toFile(), this);
        System.out.println("written to " + file);
        return ratio.median() >= goal ? 0 : 1;
    }
}
