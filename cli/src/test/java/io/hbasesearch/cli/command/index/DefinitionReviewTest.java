/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hbasesearch.cli.session.CommandFailure;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.model.TableId;
import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DefinitionReviewTest {
    private static final String PROPOSED = "table: orders\nfields:\n  a: {column: 'm:a', type: int}\n";

    @TempDir
    private Path directory;

    private Path file() {
        return directory.resolve("indexes").resolve("orders.yaml");
    }

    private void review(String editor, String answers) throws Exception {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        Session session = new Session(
                new ByteArrayInputStream(answers.getBytes(StandardCharsets.UTF_8)),
                nowhere,
                nowhere,
                Map.of("EDITOR", editor));
        new DefinitionReview(session, new FirstDefinition(TableId.parse("orders"), "orders", file()))
                .accept(PROPOSED, false);
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "false", "no-such-editor"})
    void anEditIsNoConsent(String editor) {
        assertThatThrownBy(() -> review(editor, "e\nn\n")).isInstanceOf(CommandFailure.class);
        assertThat(file()).doesNotExist();
    }

    @Test
    void aTextIsWrittenOnceItIsAcceptedAfterTheEdit() throws Exception {
        review("sed -i s/int/long/", "e\ny\n");
        assertThat(file()).content().contains("type: long");
    }

    @Test
    void aFailedEditChangesNothing() throws Exception {
        review("sh -c 'echo broken > \"$1\"; exit 1' sh", "e\ny\n");
        assertThat(file()).content().contains("type: int");
    }
}
