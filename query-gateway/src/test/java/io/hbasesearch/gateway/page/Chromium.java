/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Drives a Chromium without a window by the WebDriver protocol. */
final class Chromium implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern STARTED = Pattern.compile("started successfully on port (\\d+)");
    private static final String ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final HttpClient http = HttpClient.newHttpClient();
    private final Process driver;
    private final String session;

    private Chromium(Path driver, Path browser) throws IOException {
        this.driver = new ProcessBuilder(driver.toString(), "--port=0")
                .redirectErrorStream(true)
                .start();
        try {
            String address = "http://127.0.0.1:" + port() + "/session";
            session = address + "/"
                    + send(address, capabilities(browser)).get("sessionId").textValue();
        } catch (IOException | RuntimeException e) {
            this.driver.destroyForcibly();
            throw e;
        }
    }

    private static Map<String, Object> capabilities(Path browser) {
        // Tests may run as root, and /dev/shm of a container is small.
        List<String> arguments = List.of("--headless=new", "--no-sandbox", "--disable-dev-shm-usage");
        Map<String, Object> options = Map.of("binary", browser.toString(), "args", arguments);
        return Map.of("capabilities", Map.of("alwaysMatch", Map.of("goog:chromeOptions", options)));
    }

    /** Starts a browser, or skips the test if this machine has none. */
    static Chromium start() throws IOException {
        Optional<Path> driver = find("chromedriver");
        Optional<Path> browser =
                find("chromium").or(() -> find("chromium-browser")).or(() -> find("google-chrome"));
        assumeTrue(
                driver.isPresent() && browser.isPresent(),
                "PATH has no chromedriver or no chromium (Debian's package chromium-driver has both)");
        return new Chromium(driver.orElseThrow(), browser.orElseThrow());
    }

    private static Optional<Path> find(String program) {
        return List.of(System.getenv("PATH").split(File.pathSeparator)).stream()
                .map(directory -> Path.of(directory, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** The driver writes little after this line, so nothing reads the rest. */
    private int port() throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(driver.getInputStream(), UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Matcher started = STARTED.matcher(line);
            if (started.find()) {
                return Integer.parseInt(started.group(1));
            }
        }
        throw new IOException("chromedriver ended before it listened");
    }

    void open(String url) {
        send(session + "/url", Map.of("url", url));
    }

    /** Runs a script's body and returns what it returns. */
    JsonNode run(String script) {
        return send(session + "/execute/sync", Map.of("script", script, "args", List.of()));
    }

    /** Runs a script that passes its result to {@code arguments[0]}. */
    JsonNode runAsync(String script) {
        return send(session + "/execute/async", Map.of("script", script, "args", List.of()));
    }

    /** Waits until an expression is true. */
    void awaits(String expression) {
        await(expression).atMost(PATIENCE).until(() -> run("return !!(" + expression + ")")
                .booleanValue());
    }

    /** Presses keys in an element; Enter is {@code \uE007}. */
    void type(String selector, String keys) {
        JsonNode found = send(session + "/element", Map.of("using", "css selector", "value", selector));
        send(session + "/element/" + found.get(ELEMENT).textValue() + "/value", Map.of("text", keys));
    }

    /** Sends a command of the browser's own protocol, and returns its answer. */
    JsonNode command(String name, Map<String, Object> parameters) {
        return send(session + "/goog/cdp/execute", Map.of("cmd", name, "params", parameters));
    }

    /** Returns what the window shows, as PNG. */
    byte[] screenshot() {
        String data = command("Page.captureScreenshot", Map.of("format", "png"))
                .get("data")
                .textValue();
        return Base64.getDecoder().decode(data);
    }

    private JsonNode send(String url, Map<String, Object> body) {
        return answer(HttpRequest.newBuilder(URI.create(url)).POST(BodyPublishers.ofString(json(body))));
    }

    private static String json(Map<String, Object> body) {
        try {
            return JSON.writeValueAsString(body);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private JsonNode answer(HttpRequest.Builder request) {
        try {
            HttpResponse<byte[]> response = http.send(request.timeout(PATIENCE).build(), BodyHandlers.ofByteArray());
            JsonNode value = JSON.readTree(response.body()).get("value");
            if (response.statusCode() != 200) {
                throw new IllegalStateException(value.path("message").asText());
            }
            return value;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Ends the session first, because a driver that is killed leaves its browser behind. */
    @Override
    public void close() throws InterruptedException {
        try {
            answer(HttpRequest.newBuilder(URI.create(session)).DELETE());
        } finally {
            driver.destroy();
            if (!driver.waitFor(10, TimeUnit.SECONDS)) {
                driver.destroyForcibly();
            }
        }
    }
}
