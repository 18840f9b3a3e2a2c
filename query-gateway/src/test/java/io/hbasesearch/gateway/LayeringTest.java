/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Arrays;
import java.util.stream.Stream;

@AnalyzeClasses(packages = "io.hbasesearch.gateway", importOptions = ImportOption.DoNotIncludeTests.class)
class LayeringTest {
    private static final String[] SEARCHES = {
        "io.hbasesearch.gateway",
        "..gateway.request..",
        "..gateway.answer..",
        "..gateway.catalog..",
        "..gateway.guard..",
        "..gateway.telemetry..",
        "..gateway.rows..",
        "..gateway.search..",
        "..gateway.plan..",
        "..gateway.cursor.."
    };
    private static final String[] SEARCHES_AND_OPERATIONS = Stream.concat(
                    Arrays.stream(SEARCHES), Stream.of("..gateway.operations.."))
            .toArray(String[]::new);

    @ArchTest
    static final ArchRule NO_SERVERS_CLIENT = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.apache.hadoop..",
                    "org.apache.kafka..",
                    "co.elastic..",
                    "org.apache.lucene..",
                    "io.hbasesearch.client..")
            .because("the gateway sees rows and indexes through core's interfaces only");

    @ArchTest
    static final ArchRule HTTP_KNOWS_NO_SEARCHES = noClasses()
            .that()
            .resideInAPackage("..gateway.http..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(SEARCHES_AND_OPERATIONS)
            .because("processes without a gateway listen with it too");

    @ArchTest
    static final ArchRule OPERATIONS_KNOW_NO_SEARCHES = noClasses()
            .that()
            .resideInAPackage("..gateway.operations..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(SEARCHES)
            .because("an indexer serves health and metrics without a gateway");
}
