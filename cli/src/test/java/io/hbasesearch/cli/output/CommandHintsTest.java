/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandHintsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            textBlock =
                    """
                    Go on: hbase-search index add orders                      | Go on: ./hs index add orders --config 'a b.yaml'
                    Run hbase-search verify x, then hbase-search search x y.  | Run ./hs verify x --config 'a b.yaml', then ./hs search x y --config 'a b.yaml'.
                    Start 'hbase-search serve' if it does not run             | Start './hs serve --config 'a b.yaml'' if it does not run
                    hbase-search search m 'a, b' --size 3 (three)             | ./hs search m 'a, b' --size 3 --config 'a b.yaml' (three)
                    hbase-search get mail k                                   | ./hs get mail k --config 'a b.yaml'
                    hbase-search table put t k m:a=1; more: look              | ./hs table put t k m:a=1 --config 'a b.yaml'; more: look
                    ./hbase-search quickstart, hbase-search quickstart clean  | ./hbase-search quickstart, hbase-search quickstart clean
                    hbase-search.yaml and /opt/hbase-search index             | hbase-search.yaml and /opt/hbase-search index
                    hbase-search verify x --config other                      | ./hs verify x --config other
                    """)
    void commandsHaveTheNameAndTheConfigurationOfThisRun(String text, String complete) {
        assertThat(new CommandHints("./hs", Optional.of("a b.yaml")).complete(text))
                .isEqualTo(complete);
        assertThat(CommandHints.plain().complete(text)).isEqualTo(text);
    }

    @Test
    void aProgramWithABlankInItsPathIsQuoted() {
        assertThat(new CommandHints("/opt/my tools/hbase-search", Optional.empty()).complete("hbase-search doctor"))
                .isEqualTo("'/opt/my tools/hbase-search' doctor");
    }
}
