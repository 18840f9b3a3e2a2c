/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Secrets and API keys of a configuration, and the files that have them. */
class ServiceConfigSecretsTest extends ServiceConfigFile {
    @Test
    void secretsOfAFileThatEveryUserMayReadAreNamedButNotShown() throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        String text =
                """
                hbase: {zookeeper: zk1}
                kafka:
                  bootstrapServers: "k1:9092"
                  properties:
                    security.protocol: SASL_SSL
                    ssl.truststore.location: /etc/trust.jks
                    ssl.key.password: hush
                    sasl.jaas.config: "Login required username=\\"a\\" password=\\"hush\\";"
                index:
                  elasticsearch: {username: a, password: hush}
                gateway:
                  apiKeys: ["hush-hush-hush-hush-hush name=a"]
                  cursorKey: hush-hush-hush-hush-hush
                """;
        Path file = write("hbase-search.yaml", text);
        reader.read(file);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(reader.exposedSecrets(file)).hasValueSatisfying(told -> assertThat(told)
                .startsWith(file + " has secrets (")
                .contains("kafka.properties.ssl.key.password", "kafka.properties.sasl.jaas.config")
                .contains("index.elasticsearch.password", "gateway.apiKeys[0]", "gateway.cursorKey)")
                .endsWith("every user of this machine may read: chmod o-rwx " + file)
                .doesNotContain("truststore", "protocol", "hush"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertThat(reader.exposedSecrets(file)).isEmpty();
    }

    @Test
    void aFileThatHasNoSecretItselfMayBeReadByEveryUser() throws IOException {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        for (String elsewhere : List.of(
                "index: {elasticsearch: {username: a, password: \"${SECRET}\"}}",
                "gateway: {apiKeys: [\"sha256:" + "0".repeat(64) + "\"]}",
                "index: {elasticsearch: {username: a, passwordFile: secret.txt}}")) {
            Path file = write("hbase-search.yaml", LEAST + elsewhere);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
            assertThat(reader.exposedSecrets(file)).as(elsewhere).isEmpty();
        }
        Path keytab = write(
                "hbase-search.yaml",
                LEAST.replace(
                        "kafka: {",
                        "kafka: {properties: {sasl.jaas.config: 'Krb5LoginModule required useKeyTab=true keyTab=\"/a\";'}, "));
        Files.setPosixFilePermissions(keytab, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(reader.exposedSecrets(keytab)).isEmpty();
        Path fallback = write(
                "hbase-search.yaml", LEAST + "index: {elasticsearch: {username: a, password: \"${PASSWORD:-hush}\"}}");
        Files.setPosixFilePermissions(fallback, PosixFilePermissions.fromString("rw-r--r--"));
        assertThat(reader.exposedSecrets(fallback)).isPresent();
    }

    @Test
    void secretsComeFromFiles() throws IOException {
        write("password", "hush hush\n");
        write("key", "encoded==");
        assertThat(read(LEAST + "index: {backend: elasticsearch, elasticsearch: {username: u, passwordFile: password}}")
                        .index()
                        .elasticsearch()
                        .credentials()
                        .password())
                .contains(new Secret("hush hush"));
        assertThat(read(LEAST + "index: {backend: elasticsearch, elasticsearch: {apiKeyFile: key}}")
                        .index()
                        .elasticsearch()
                        .credentials()
                        .apiKey())
                .contains(new Secret("encoded=="));
    }

    @Test
    void filesOfElasticsearchNeedNotBeThereWhereTheIndexIsEmbedded() throws IOException {
        String file = LEAST
                + """
                index:
                  backend: %s
                  elasticsearch: {urls: "https://e:9200", username: u, passwordFile: none, caCertificate: none.pem}
                """;
        assertThat(read(file.formatted("lucene"))
                        .index()
                        .elasticsearch()
                        .credentials()
                        .password())
                .isEmpty();
        assertThat(problems(file.formatted("elasticsearch")))
                .containsExactly(
                        "5:70: index.elasticsearch.passwordFile names none, which cannot be read: NoSuchFileException",
                        "5:91: index.elasticsearch.caCertificate names none.pem, which is not a readable file");
        // What does not go together is reported all the same.
        assertThat(problems(LEAST + "index: {elasticsearch: {username: u, password: p, passwordFile: none}}"))
                .containsExactly(
                        "3:65: index.elasticsearch.passwordFile and password say the same thing: keep one of them");
    }

    @Test
    void secretsThatDoNotGoTogetherAreReported() throws IOException {
        write("empty", "\n");
        write("two", "a\nb\n");
        String prefix = LEAST + "index: {backend: elasticsearch, elasticsearch: {";
        assertThat(problems(prefix + "username: u}}"))
                .containsExactly("3:59: index.elasticsearch.username needs a password or passwordFile beside it");
        assertThat(problems(prefix + "password: p}}"))
                .containsExactly("3:48: index.elasticsearch.username is missing, though there is a password");
        assertThat(problems(prefix + "username: u, password: p, apiKey: k}}"))
                .containsExactly("3:59: index.elasticsearch.username and apiKey exclude each other: keep one of them");
        assertThat(problems(prefix + "username: u, password: p, passwordFile: two}}"))
                .containsExactly(
                        "3:89: index.elasticsearch.passwordFile and password say the same thing: keep one of them");
        assertThat(problems(prefix + "username: u, passwordFile: two}}"))
                .containsExactly("3:76: index.elasticsearch.passwordFile names a file with several lines where one"
                        + " secret is expected");
        assertThat(problems(prefix + "apiKeyFile: empty}}"))
                .containsExactly("3:61: index.elasticsearch.apiKeyFile names empty, which is empty");
        assertThat(problems(prefix + "apiKeyFile: none}}"))
                .containsExactly("3:61: index.elasticsearch.apiKeyFile names none, which cannot be read:"
                        + " NoSuchFileException");
    }

    @Test
    void nothingIsReachableWithoutAKey() throws IOException {
        String reason = ", which others can reach: configure gateway.apiKeys or gateway.apiKeysFile, or listen on"
                + " 127.0.0.1";
        assertThat(problems(LEAST + "gateway: {host: 0.0.0.0}\noperations: {host: example.com}"))
                .containsExactly(
                        "3:17: gateway.host is 0.0.0.0" + reason, "4:20: operations.host is example.com" + reason);
        for (String loopback : new String[] {"localhost", "127.0.0.2", "\"::1\""}) {
            assertThat(read(LEAST + "gateway: {host: " + loopback + "}")).isNotNull();
        }
        assertThat(read(LEAST + "gateway: {host: 0.0.0.0, apiKeys: key-number-one-0123}\noperations: {host: 0.0.0.0}"))
                .isNotNull();
    }

    @Test
    void weakKeysAreReportedWithoutBeingShown() throws IOException {
        write("keys", "key-number-one-0123\nhushhush\n");
        String behind =
                " or sha256:<its digest>, optionally followed by name=<name>, index=<name or pat*> (repeatable),"
                        + " fence=false and expires=<last day>";
        assertThat(problems(LEAST + "gateway: {host: 0.0.0.0, apiKeys: [hushhush], apiKeysFile: keys}"))
                .containsExactly(
                        "3:36: gateway.apiKeys[0] must be a key of at least 16 characters without blanks" + behind,
                        "3:60: gateway.apiKeysFile names a file whose line 2 is not a key of at least 16 characters"
                                + " without blanks" + behind);
    }

    @Test
    void whatIsWrongWithALineOfKeysIsSaidWithoutShowingIt() throws IOException {
        write(
                "keys",
                """
                # callers
                key-number-one-0123 name=shop expires=tomorrow
                key-number-two-0123 hushhush=mail
                sha256:hushhush
                """);
        assertThat(problems(LEAST + "gateway: {apiKeysFile: keys}"))
                .satisfiesExactly(
                        line -> assertThat(line)
                                .contains("line 2 ")
                                .endsWith(": expires= takes a date such as 2027-12-31"),
                        line -> assertThat(line)
                                .contains("line 3 ")
                                .endsWith(
                                        ": the key is followed by an unknown option; the options are index=, fence=, name= and expires=")
                                .doesNotContain("hushhush"),
                        line -> assertThat(line).contains("line 4 ").doesNotContain("hushhush"));
    }

    @Test
    void aFileOfKeysThatHasNoneIsAProblem() throws IOException {
        write("keys", "# no key yet\n");
        assertThat(problems(LEAST + "gateway: {apiKeysFile: keys}"))
                .containsExactly("3:24: gateway.apiKeysFile names keys, which has no keys, only comments");
    }

    @Test
    void filesOfSecretsThatEveryUserMayReadAreRefused() throws IOException {
        write("keys", "key-number-one-0123\n");
        write("secret", "hushhush");
        for (Path file : List.of(directory, directory.resolve("keys"), directory.resolve("secret"))) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        String kept = "every user of this machine may read: chmod o-rwx ";
        assertThat(
                        problems(
                                LEAST
                                        + """
                gateway: {apiKeysFile: keys}
                index: {backend: elasticsearch, elasticsearch: {username: u, passwordFile: secret}}
                """))
                .containsExactly(
                        "3:24: gateway.apiKeysFile names keys, which " + kept + "keys",
                        "4:76: index.elasticsearch.passwordFile names secret, which " + kept + "secret");
        assertThat(problems(LEAST + "index: {backend: elasticsearch, elasticsearch: {apiKeyFile: secret}}"))
                .containsExactly("3:61: index.elasticsearch.apiKeyFile names secret, which " + kept + "secret");
        Path secret = directory.resolve("secret");
        assertThat(problems(
                        """
                        hbase: {zookeeper: h, properties: {hbase.client.keytab.file: %s}}
                        kafka: {bootstrapServers: "k:1", properties: {ssl.keystore.location: %s}}
                        """
                                .formatted(secret, secret)))
                .containsExactly(
                        "1:35: hbase.properties has hbase.client.keytab.file, which names a file that " + kept
                                + "secret",
                        "2:46: kafka.properties has ssl.keystore.location, which names a file that " + kept + "secret");
        Files.setPosixFilePermissions(directory.resolve("keys"), PosixFilePermissions.fromString("rw-r-----"));
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        assertThat(read(LEAST + "gateway: {apiKeysFile: keys}").gateway().keys().apiKeys())
                .hasSize(1);
    }

    @Test
    void aPasswordInAnAddressIsNotShown() throws IOException {
        for (String line : List.of(
                "index: {elasticsearch: {urls: [\"http://me:whale-song@es:9200\"]}}",
                "gateway: {host: \"me:whale-song@host\"}",
                "indexer: {readBatch: \"whale-song@1\"}")) {
            assertThat(problems(LEAST + line))
                    .singleElement()
                    .asString()
                    .contains("must be")
                    .doesNotContain("whale-song");
        }
        assertThat(problems("hbase: {zookeeper: z}\nkafka: {bootstrapServers: \"me:whale-song@broker:9092\"}"))
                .singleElement()
                .asString()
                .doesNotContain("whale-song");
    }
}
