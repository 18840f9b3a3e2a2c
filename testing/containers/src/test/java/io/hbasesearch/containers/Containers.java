/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.containers;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import io.hbasesearch.testing.GivenServers;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.elasticsearch.ElasticsearchContainer;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.lifecycle.Startable;
import org.testcontainers.utility.DockerImageName;

/**
 * One container of each kind for all tests of a run, started for the first that asks and stopped at the end of this JVM. The
 * system properties {@code hbasesearch.image.hbase}, {@code .kafka} and {@code .elasticsearch} name other images.
 */
public final class Containers implements GivenServers {
    /** Kafka as containers reach it. */
    static final String KAFKA_INSIDE = "kafka:19092";

    private static final Duration START = Duration.ofMinutes(3);

    @Override
    public URI elasticsearch() {
        return URI.create("http://" + Elasticsearch.RUNNING.getHttpHostAddress());
    }

    @Override
    public String kafka() {
        return Kafka.RUNNING.getBootstrapServers();
    }

    /** With the endpoint installed; reaches Kafka at {@link #KAFKA_INSIDE}. */
    static HBaseContainer hbase() {
        return HBase.RUNNING;
    }

    private static <T extends Startable> T started(T container) {
        Runtime.getRuntime().addShutdownHook(new Thread(container::stop, "container-stop"));
        container.start();
        return container;
    }

    /** @param official whose environment and commands the image follows */
    private static DockerImageName image(String part, String official) {
        return DockerImageName.parse(System.getProperty("hbasesearch.image." + part))
                .asCompatibleSubstituteFor(official);
    }

    /** These servers ask for no password. An engine elsewhere still publishes on every address, as tests have to reach it there. */
    private static void onLoopbackAlone(CreateContainerCmd command) {
        if (isEngineHere()) {
            Objects.requireNonNull(command.getHostConfig())
                    .withPortBindings(Arrays.stream(Objects.requireNonNull(command.getExposedPorts()))
                            .map(port -> new PortBinding(Ports.Binding.bindIp("127.0.0.1"), port))
                            .toList());
        }
    }

    private static boolean isEngineHere() {
        String engine = DockerClientFactory.instance().dockerHostIpAddress();
        try {
            return InetAddress.getByName(engine).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    // Each is started with the class that holds it, which the language does once.
    private static final class Elasticsearch {
        @SuppressWarnings("resource") // stopped at the end of the JVM
        static final ElasticsearchContainer RUNNING = started(new ElasticsearchContainer(
                        image("elasticsearch", "docker.elastic.co/elasticsearch/elasticsearch"))
                .withEnv("xpack.security.enabled", "false")
                // On a nearly full disk the node would otherwise make its indices read-only.
                .withEnv("cluster.routing.allocation.disk.threshold_enabled", "false")
                .withEnv("ES_JAVA_OPTS", "-Xms512m -Xmx512m")
                .withCreateContainerCmdModifier(Containers::onLoopbackAlone)
                .waitingFor(Wait.forHttp("/_cluster/health").forPort(9200).withStartupTimeout(START)));
    }

    private static final class Kafka {
        static final Network NETWORK = Network.newNetwork();

        @SuppressWarnings("resource")
        static final KafkaContainer RUNNING = started(new KafkaContainer(image("kafka", "apache/kafka"))
                .withNetwork(NETWORK)
                .withNetworkAliases("kafka")
                .withListener(KAFKA_INSIDE)
                .withCreateContainerCmdModifier(Containers::onLoopbackAlone)
                .withStartupTimeout(START));
    }

    private static final class HBase {
        @SuppressWarnings("resource")
        static final HBaseContainer RUNNING =
                started(new HBaseContainer(image("hbase", "hbase-search-hbase")).withNetwork(Kafka.NETWORK));
    }
}
