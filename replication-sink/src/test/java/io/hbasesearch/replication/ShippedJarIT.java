/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** What goes into RegionServers: nothing that could meet HBase's own classes, and nothing too new for Java 8. */
class ShippedJarIT {
    private static final int JAVA_8 = 52;

    @Test
    void holdsOnlyOurPackageAndMetaInf() throws IOException {
        try (JarFile jar = new JarFile(ShippedJar.file().toFile())) {
            assertThat(jar.stream().map(JarEntry::getName))
                    .allMatch(name -> "io/hbasesearch/".startsWith(name)
                            || name.startsWith("io/hbasesearch/")
                            || name.startsWith("META-INF/"))
                    .noneMatch(name -> name.endsWith(".class") && name.startsWith("META-INF/"))
                    .noneMatch(name -> name.endsWith("module-info.class"))
                    .noneMatch(name -> name.matches("META-INF/.*\\.(SF|RSA|DSA|EC)"))
                    .noneMatch(name -> name.matches(".*\\.(so|dll|dylib|jnilib)"))
                    .noneMatch(name -> name.contains("slf4j") || name.contains("log4j"))
                    .contains(
                            "io/hbasesearch/replication/KafkaReplicationEndpoint.class",
                            "io/hbasesearch/shaded/org/apache/kafka/clients/producer/KafkaProducer.class",
                            "io/hbasesearch/shaded/com/google/protobuf/ByteString.class",
                            "META-INF/LICENSE",
                            "META-INF/NOTICE",
                            "META-INF/licenses/protobuf-java.txt");
        }
    }

    @Test
    void holdsNoClassThatJava8CannotRead() throws IOException {
        List<String> tooNew = new ArrayList<>();
        int classes = 0;
        try (JarFile jar = new JarFile(ShippedJar.file().toFile())) {
            for (JarEntry entry : jar.stream().toList()) {
                if (entry.getName().endsWith(".class")) {
                    classes++;
                    try (DataInputStream in = new DataInputStream(jar.getInputStream(entry))) {
                        in.readInt();
                        in.readUnsignedShort();
                        if (in.readUnsignedShort() > JAVA_8) {
                            tooNew.add(entry.getName());
                        }
                    }
                }
            }
        }
        assertThat(classes).isGreaterThan(1_000);
        assertThat(tooNew).isEmpty();
    }

    @Test
    void findsLoginModulesUnderTheNamesOfKafkasDocumentation() throws Exception {
        try (URLClassLoader jar =
                new URLClassLoader(new URL[] {ShippedJar.file().toUri().toURL()}, new WithoutTheJar())) {
            Class<?> properties = jar.loadClass("io.hbasesearch.replication.ProducerProperties");
            var relocate = properties.getDeclaredMethod("relocate", String.class);
            relocate.setAccessible(true);

            String login = (String) relocate.invoke(
                    null, "org.apache.kafka.common.security.scram.ScramLoginModule required username=\"a\";");

            assertThat(login)
                    .startsWith("io.hbasesearch.shaded.org.apache.kafka.common.security.scram.ScramLoginModule ");
            assertThat(jar.loadClass(login.substring(0, login.indexOf(' ')))).isNotNull();
            assertThat(relocate.invoke(null, login)).isEqualTo(login);
        }
    }

    @Test
    void makesAProducerOfTheRelocatedClasses() throws Exception {
        try (URLClassLoader jar =
                new URLClassLoader(new URL[] {ShippedJar.file().toUri().toURL()}, new WithoutTheJar())) {
            Class<?> producers = jar.loadClass("io.hbasesearch.replication.SharedProducers");
            var connect = producers.getDeclaredMethod("connect", Map.class);
            connect.setAccessible(true);

            try (AutoCloseable producer = (AutoCloseable)
                    connect.invoke(null, Map.of("bootstrap.servers", "127.0.0.1:1", "compression.type", "gzip"))) {
                assertThat(producer.getClass().getName()).startsWith("io.hbasesearch.shaded.");
            }
        }
    }

    /** Ours takes the place of Kafka's, which would allocate whatever a stranger's first four bytes say. */
    @Test
    void allocatesNoMoreForAnAnswerThanABrokerSends() throws Exception {
        try (URLClassLoader jar =
                new URLClassLoader(new URL[] {ShippedJar.file().toUri().toURL()}, new WithoutTheJar())) {
            Class<?> pool = jar.loadClass("io.hbasesearch.shaded.org.apache.kafka.common.memory.MemoryPool");
            var allocate = pool.getMethod("tryAllocate", int.class);
            Object none = pool.getField("NONE").get(null);
            assertThat(allocate.invoke(none, 1_000)).isNotNull();
            assertThatThrownBy(() -> allocate.invoke(none, 0x48545450))
                    .hasCauseInstanceOf(RuntimeException.class)
                    .cause()
                    .hasMessageContaining("is not from a Kafka broker");
        }
    }

    /** The test's class path except what the jar holds itself. */
    private static final class WithoutTheJar extends ClassLoader {
        WithoutTheJar() {
            super(ShippedJarIT.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("io.hbasesearch.") || name.startsWith("org.apache.kafka.")) {
                throw new ClassNotFoundException(name);
            }
            return super.loadClass(name, resolve);
        }
    }
}
