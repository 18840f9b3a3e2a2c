/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.hbasesearch.indexer", importOptions = ImportOption.DoNotIncludeTests.class)
class LayeringTest {
    @ArchTest
    static final ArchRule KAFKA_STOPS_AT_ITS_PACKAGE = noClasses()
            .that()
            .resideOutsideOfPackage("io.hbasesearch.indexer.kafka..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.kafka..");

    @ArchTest
    static final ArchRule THE_PIPELINE_KNOWS_NEITHER_SOURCE_NOR_WIRING = noClasses()
            .that()
            .resideInAPackage("io.hbasesearch.indexer.pipeline..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.hbasesearch.indexer",
                    "io.hbasesearch.indexer.hosting..",
                    "io.hbasesearch.indexer.kafka..",
                    "io.hbasesearch.indexer.lifecycle..",
                    "io.hbasesearch.indexer.verify..",
                    "io.hbasesearch.indexer.worker..");

    @ArchTest
    static final ArchRule NO_SERVERS_CLIENT_BUT_KAFKAS = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.hadoop..", "org.apache.lucene..", "co.elastic..");
}
