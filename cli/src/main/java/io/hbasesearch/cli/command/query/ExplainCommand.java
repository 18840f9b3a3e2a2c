/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.command.query;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hbasesearch.cli.output.Result;
import io.hbasesearch.cli.session.Session;
import io.hbasesearch.core.error.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

@Command(
        name = "explain",
        description = "Show how a search would be answered: by row keys or by the index, and why. Reads nothing.")
public final class ExplainCommand extends QueryCommand {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    public ExplainCommand(Session session) {
        super(session);
    }

    @Override
    public Integer call() throws JsonProcessingException {
        JsonNode plan = MAPPER.readTree(client().explainJson(oneIndex(), query()));
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        plan.fields()
                .forEachRemaining(each -> rows.add(Result.row("what", each.getKey(), "value", value(each.getValue()))));
        console().result(Result.rows("plan", List.of("what", "value"), rows));
        console().hint("'--plan table' forces row keys, '--plan search' forces the index.");
        return ExitCode.DONE;
    }

    private static @Nullable Object value(JsonNode node) {
        return MAPPER.convertValue(node, Object.class);
    }
}
