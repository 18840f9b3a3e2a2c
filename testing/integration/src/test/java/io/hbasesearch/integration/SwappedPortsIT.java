/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.system.SearchProcess;
import io.hbasesearch.system.Servers;
import io.hbasesearch.system.Site;
import io.hbasesearch.system.TestTable;
import io.hbasesearch.testing.OnlyWithFaults;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An address that is another server's: every process and command names the setting, in bounded time and memory. */
@OnlyWithFaults
@ExtendWith(Servers.Extension.class)
class SwappedPortsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final List<String> SERVICES = List.of("serve", "indexer", "gateway");

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    /** A process with the wrong address. */
    private record Started(String name, SearchProcess process, URI address, Path log) {
        String output() throws IOException {
            return Files.readString(log);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "kafka.bootstrapServers, zookeeper",
        "kafka.bootstrapServers, elasticsearch",
        "hbase.zookeeper, kafka",
        "hbase.zookeeper, elasticsearch",
        "index.elasticsearch.urls, kafka",
        "index.elasticsearch.urls, zookeeper"
    })
    void anAddressOfAnotherServerIsToldWithItsSetting(
            String setting, String server, Servers servers, @TempDir Path directory) throws Exception {
        String name = "swapped_" + setting.replace('.', '_').toLowerCase(Locale.ROOT) + "_" + server;
        TestTable.create(servers.connection(), name, 1);
        Site site = new Site(servers.addresses(), directory, "default:" + name, name);
        site.addPeer(name, name, 1);
        site.run(0, "index", "create", name);
        List<Started> started = new ArrayList<>();
        try {
            for (String service : SERVICES) {
                started.add(start(site, service, setting, address(servers, server)));
            }
            Path wrong = config(site, "commands", setting, address(servers, server), 0);
            Site.Ended doctor = timed(site, wrong, "doctor", "--timeout", "20s");
            assertThat(doctor.exitCode()).as(doctor.output()).isNotZero();
            assertThat(doctor.output()).contains(setting);
            if (!setting.startsWith("index")) {
                Site.Ended peer = timed(site, wrong, "peer", "add", "--table", name);
                assertThat(peer.exitCode()).as(peer.output()).isNotZero();
                assertThat(peer.output()).contains(setting);
            }
            for (Started each : started) {
                Awaitility.await()
                        .atMost(PATIENCE)
                        .ignoreException(ConnectException.class)
                        .untilAsserted(() -> isTold(each, setting, address(servers, server)));
            }
        } finally {
            for (Started each : started) {
                each.process().kill();
            }
            site.run(0, "peer", "remove", "--peer-id", name, "--yes");
        }
        for (Started each : started) {
            assertThat(each.output()).as(each.name()).doesNotContain("OutOfMemoryError");
        }
    }

    /** Either it has ended and its log names the setting, or it runs, too, and its health names the address. */
    private void isTold(Started started, String setting, String address) throws Exception {
        String output = started.output();
        assertThat(output).as(started.name()).contains(setting);
        // A gateway needs HBase and Kafka for its watches only until a row is read: their health has minutes of
        // patience.
        boolean isNeededAtOnce = !started.name().equals("gateway") || setting.startsWith("index");
        if (started.process().isAlive() && isNeededAtOnce) {
            HttpResponse<String> health = http.send(
                    HttpRequest.newBuilder(started.address().resolve("/health"))
                            .timeout(Duration.ofSeconds(20))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(health.body()).as(started.name()).contains(address);
            assertThat(health.statusCode()).as(started.name() + health.body()).isNotEqualTo(200);
        }
    }

    private static Site.Ended timed(Site site, Path config, String... arguments) {
        long begin = System.nanoTime();
        Site.Ended ended = site.end(config, arguments);
        assertThat(Duration.ofNanos(System.nanoTime() - begin))
                .as(String.join(" ", arguments) + "\n" + ended.output())
                .isLessThan(PATIENCE);
        return ended;
    }

    private static Started start(Site site, String service, String setting, String address) throws IOException {
        int port = freePort();
        Path config = config(site, service, setting, address, port);
        Path log = site.log(service);
        return new Started(
                service, SearchProcess.start(config, log, service), URI.create("http://127.0.0.1:" + port), log);
    }

    private static String address(Servers servers, String server) {
        return switch (server) {
            case "zookeeper" -> "127.0.0.1:" + servers.hbase().zooKeeperPort();
            case "kafka" -> servers.kafka().bootstrapServers();
            default -> servers.elasticsearch().uri().getAuthority();
        };
    }

    /** @param port of health: of the gateway's one where there is a gateway */
    private static Path config(Site site, String name, String setting, String address, int port) throws IOException {
        String key = setting.substring(setting.lastIndexOf('.') + 1);
        String value = key.equals("urls") ? "[\"http://" + address + "\"]" : address;
        String text = Files.readString(site.config()).replaceFirst("(?m)^( +" + key + ": ).*$", "$1" + value);
        String group = name.equals("indexer") ? "operations" : "gateway";
        return Files.writeString(
                site.config().resolveSibling(name + ".yaml"),
                text.replace(group + ":\n  port: 0\n", group + ":\n  port: " + port + "\n"));
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }
}
