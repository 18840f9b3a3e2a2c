/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What compose and the images name is what the build was tested with: Docker's files cannot read the POM. */
class ImageVersionsTest {
    private static final Path ROOT = Path.of("..", "..");

    @Test
    void composeRunsTheServersOfTheBuild() throws IOException {
        String compose = Files.readString(ROOT.resolve("docker-compose.yml"));
        assertThat(compose)
                .contains(
                        ":-apache/kafka:" + ofThePom("kafka.version") + "}",
                        ":-docker.elastic.co/elasticsearch/elasticsearch:" + ofThePom("elasticsearch.version") + "}");
    }

    /** Where several do it at the same time, newer versions of Compose let all but one of them fail. */
    @Test
    void oneServiceOfComposeBuildsAnImage() throws IOException {
        assertThat(Files.readAllLines(ROOT.resolve("docker-compose.yml")))
                .filteredOn(line -> line.strip().startsWith("target:"))
                .extracting(String::strip)
                .containsExactlyInAnyOrder("target: hbase-search", "target: hbase");
        assertThat(Files.readString(ROOT.resolve("docker-compose.yml"))
                        .split("x-program:", 2)[1]
                        .split("services:", 2)[0])
                .doesNotContain("build:");
    }

    @Test
    void imagesAreLabelledWithTheVersionOfTheProject() throws IOException {
        assertThat(Files.readAllLines(ROOT.resolve("docker/Dockerfile")))
                .filteredOn(line -> line.startsWith("ARG VERSION="))
                .hasSize(2)
                .containsOnly("ARG VERSION=" + ofThePom("version"));
    }

    /** The first element of that name; the project's own version comes before those of its plugins. */
    private static String ofThePom(String element) throws IOException {
        Matcher found = Pattern.compile("<" + Pattern.quote(element) + ">([^<]+)</")
                .matcher(Files.readString(ROOT.resolve("pom.xml")));
        assertThat(found.find()).as(element).isTrue();
        return found.group(1);
    }
}
