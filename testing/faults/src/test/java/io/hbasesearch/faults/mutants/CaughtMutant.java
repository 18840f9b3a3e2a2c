/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.faults.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One planted mutant and the story that gives it away, told twice on real servers: by our code as it is, after which the
 * oracle finds no difference, and by the mutant, after which it must find the very difference that the story leads to, and find
 * it again when everything has settled. The story is the same, and the fault in it is one that the promise covers.
 */
@ExtendWith(Servers.Extension.class)
abstract class CaughtMutant {
    private static final Logger log = LoggerFactory.getLogger(CaughtMutant.class);

    /** Longer than a retry, a commit or a session takes that could still change something. */
    private static final Duration SETTLED = Duration.ofSeconds(8);

    private final String name;
    private final Pattern trace;

    /**
     * @param name of table, peer and index, with a suffix
     * @param trace what each difference must be like that the mutant leaves behind: its class and its row
     */
    CaughtMutant(String name, String trace) {
        this.name = name;
        this.trace = Pattern.compile(trace);
    }

    /** Where the indexers find the mutant's classes, or nothing if it is no matter of code. */
    abstract Plant plant();

    /** Changes rows among faults, and waits until every edit was announced and indexed, as far as the index can tell. */
    abstract void tell(MutantRig rig) throws Exception;

    /** Of the index, in which documents are rows unless the mutant needs others. */
    Site.Definition definition(String table) {
        return Site.inRows(table);
    }

    private MutantRig rig(Servers servers, Path directory, String table, Plant planted) throws IOException {
        return new MutantRig(servers, directory, table, planted, definition("default:" + table));
    }

    @Test
    void ourCodeGetsThroughWithoutADifference(Servers servers, @TempDir Path directory) throws Exception {
        try (MutantRig rig = rig(servers, directory, name + "_sound", Plant.nothing())) {
            tell(rig);
            assertThat(settled(rig)).as("differences without the mutant").isEmpty();
        }
    }

    @Test
    void theOracleCatchesTheMutant(Servers servers, @TempDir Path directory) throws Exception {
        try (MutantRig rig = rig(servers, directory, name + "_mutant", plant())) {
            tell(rig);
            List<String> differences = settled(rig);
            log.info("{}: caught by {}", name, differences);
            assertThat(differences)
                    .as("differences that the mutant leaves behind")
                    .isNotEmpty()
                    .allMatch(difference -> trace.matcher(difference).matches());
        }
    }

    /** What differs at once, and still does when what was on its way has arrived. */
    private static List<String> settled(MutantRig rig) throws Exception {
        List<String> differences = rig.differences();
        // There is nothing to wait for: what could still change has its time, and nothing may have.
        Thread.sleep(SETTLED.toMillis());
        assertThat(rig.differences()).as("differences after " + SETTLED).isEqualTo(differences);
        return differences;
    }
}
