/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.definition.IndexDefinition;
import io.hbasesearch.core.definition.read.IndexDefinitionReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PortableConfigurationTest {
    private static final Map<String, String> ENVIRONMENT = Map.of("HOST", "zk7", "SECRET", "a ${strange} one");

    @TempDir
    Path here;

    @TempDir
    Path elsewhere;

    @Test
    void whatIsUnpackedElsewhereWithoutVariablesReadsAsTheOriginal() throws IOException {
        Files.writeString(here.resolve("ca.pem"), "certificate");
        Files.writeString(here.resolve("password"), "0123\n");
        Files.writeString(here.resolve("keys"), "0123456789abcdef\n");
        Files.createDirectories(here.resolve("conf/indexes"));
        Path config = Files.writeString(
                here.resolve("conf/hbase-search.yaml"),
                """
                # a comment
                hbase: {zookeeper: "${HOST}:2181", properties: {hbase.client.pause: 050, x: "$${y}"}}
                kafka:
                  bootstrapServers: "k1:9092"
                  properties: {sasl.jaas.config: "${SECRET}"}
                index:
                  backend: elasticsearch
                  elasticsearch:
                    urls: ["https://e1:9200", 'https://${HOST}:9200']
                    username: me
                    passwordFile: ../password
                    caCertificate: ../ca.pem
                indexer:
                  stubRetention: 3h
                gateway: {port: 9999, apiKeysFile: ../keys}
                """);
        Files.writeString(here.resolve("conf/indexes/n.avsc"), "\"long\"");
        Path definition = Files.writeString(
                here.resolve("conf/indexes/words.yaml"),
                "table: ${HOST}\nschemas: {n: {avro: n.avsc}}\n"
                        + "fields: {body: {column: \"d:body\", type: text}, n: {column: \"d:n\", schema: n, type: long}}\n");
        ServiceConfig original = new ServiceConfigReader(ENVIRONMENT).read(config);
        IndexDefinition words = new IndexDefinitionReader(ENVIRONMENT).readFile(definition);

        PortableConfiguration portable = PortableConfiguration.of(config, words, ENVIRONMENT);
        Path unpacked = new PortableConfiguration(portable.bytes()).unpack(elsewhere);
        ServiceConfig read = new ServiceConfigReader(Map.of()).read(unpacked);

        try (Stream<Path> files = Files.walk(elsewhere).filter(Files::isRegularFile)) {
            assertThat(files).isNotEmpty().allSatisfy(file -> assertThat(Files.getPosixFilePermissions(file))
                    .isEqualTo(PosixFilePermissions.fromString("rw-------")));
        }
        assertThat(read.hbase()).isEqualTo(original.hbase());
        assertThat(read.kafka()).isEqualTo(original.kafka());
        assertThat(read.kafka().clientProperties()).containsEntry("sasl.jaas.config", "a ${strange} one");
        assertThat(read.indexer()).isEqualTo(original.indexer());
        ElasticsearchConfig elasticsearch = read.index().elasticsearch();
        assertThat(elasticsearch.urls())
                .isEqualTo(original.index().elasticsearch().urls());
        assertThat(elasticsearch.credentials().password()).isEqualTo(Optional.of(new Secret("0123")));
        assertThat(elasticsearch.caCertificate().orElseThrow())
                .hasParent(elsewhere)
                .hasContent("certificate");
        assertThat(new IndexDefinitionReader(Map.of()).readDirectory(read.definitions()))
                .isEqualTo(List.of(words));
        assertThat(portable).asString().doesNotContain("strange");
        assertThat(new String(portable.bytes(), StandardCharsets.UTF_8)).doesNotContain("0123456789abcdef");
    }
}
