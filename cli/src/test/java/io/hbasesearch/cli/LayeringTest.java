/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class LayeringTest {
    private final JavaClasses classes = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.hbasesearch.cli");

    @Test
    void serversClientsStayBehindTheirAdapters() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.apache.hadoop..",
                        "org.apache.kafka..",
                        "org.apache.lucene..",
                        "co.elastic..",
                        "org.elasticsearch..",
                        "io.javalin..")
                .check(classes);
    }

    @Test
    void onlyTheWiringKnowsWhichBackendsThereAre() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.hbasesearch.cli.process")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.hbasesearch.lucene..", "io.hbasesearch.elasticsearch..")
                .check(classes);
    }

    @Test
    void outputKnowsNothingOfTheRest() {
        classes()
                .that()
                .resideInAPackage("io.hbasesearch.cli.output")
                .should()
                .onlyDependOnClassesThat()
                .resideOutsideOfPackages(
                        "io.hbasesearch.cli",
                        "io.hbasesearch.cli.command..",
                        "io.hbasesearch.cli.logging",
                        "io.hbasesearch.cli.peer",
                        "io.hbasesearch.cli.process",
                        "io.hbasesearch.cli.quickstart..",
                        "io.hbasesearch.cli.session",
                        "io.hbasesearch.core..")
                .check(classes);
    }
}
