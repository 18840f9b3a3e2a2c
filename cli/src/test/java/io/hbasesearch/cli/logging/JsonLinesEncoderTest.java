/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import com.fasterxml.jackson.databind.JsonNode;
import io.hbasesearch.cli.output.Json;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class JsonLinesEncoderTest {
    @Test
    void aLineIsOneObjectWithItsStackTraceAndWithoutSecrets() {
        LoggerContext context = new LoggerContext();
        JsonLinesEncoder encoder = new JsonLinesEncoder();
        encoder.setContext(context);
        encoder.start();

        String line = new String(
                encoder.encode(new LoggingEvent(
                        "caller",
                        context.getLogger("io.hbasesearch.Some"),
                        Level.WARN,
                        "two\nlines of \"{}\", password=hidden",
                        new IllegalStateException("token=hidden"),
                        new Object[] {"行"})),
                StandardCharsets.UTF_8);

        assertThat(line).endsWith("}\n").containsOnlyOnce("\n").doesNotContain("hidden");
        JsonNode json = Json.read(line);
        assertThat(json.path("level").asText()).isEqualTo("WARN");
        assertThat(json.path("logger").asText()).isEqualTo("io.hbasesearch.Some");
        assertThat(json.path("message").asText()).startsWith("two\nlines of \"行\"");
        assertThat(json.path("stack_trace").asText()).contains("IllegalStateException", "JsonLinesEncoderTest");
        assertThat(json.path("time").asText()).matches("\\d{4}-.*Z");
    }
}
