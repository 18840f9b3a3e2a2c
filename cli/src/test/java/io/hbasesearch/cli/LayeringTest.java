/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import org.junit.jupiter.api.Test;

class LayeringTest {
    private final JavaClasses classes = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.hbasesearch.cli", "io.hbasesearch.administration", "io.hbasesearch.service");

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
    void agentsProtocolStaysInItsPackage() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.hbasesearch.cli.mcp")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.modelcontextprotocol..", "reactor..")
                .check(classes);
    }

    @Test
    void onlyAdministrationAndTheWiringKnowWhichBackendsThereAre() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "io.hbasesearch.administration",
                        "io.hbasesearch.administration.reindex",
                        "io.hbasesearch.service")
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
                        "io.hbasesearch.administration.*..",
                        "io.hbasesearch.service..",
                        "io.hbasesearch.cli.quickstart..",
                        "io.hbasesearch.cli.session",
                        "io.hbasesearch.core..")
                .check(classes);
    }

    /** Owner, name and daemon flag of every thread are decided there; the endpoint, which is Java 8, has its own. */
    @Test
    void onlyConcurrentCreatesThreads() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.hbasesearch.core.concurrent")
                .should()
                .accessTargetWhere(
                        DescribedPredicate.describe("creates a thread or a pool", LayeringTest::createsThreads))
                .orShould()
                .implement(ThreadFactory.class)
                .check(new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .importPackages(
                                "io.hbasesearch.administration",
                                "io.hbasesearch.cli",
                                "io.hbasesearch.client",
                                "io.hbasesearch.core",
                                "io.hbasesearch.elasticsearch",
                                "io.hbasesearch.gateway",
                                "io.hbasesearch.hbase",
                                "io.hbasesearch.indexer",
                                "io.hbasesearch.lucene",
                                "io.hbasesearch.service"));
    }

    private static boolean createsThreads(JavaAccess<?> access) {
        JavaClass owner = access.getTargetOwner();
        boolean isNew = access.getTarget().getName().equals(JavaConstructor.CONSTRUCTOR_NAME);
        boolean isNamed = access.getTarget() instanceof AccessTarget.CodeUnitAccessTarget called
                && called.getRawParameterTypes().stream().anyMatch(type -> type.isEquivalentTo(ThreadFactory.class));
        return owner.isEquivalentTo(Executors.class)
                || (isNew && owner.isAssignableTo(Thread.class))
                || (isNew && owner.isAssignableTo(ThreadPoolExecutor.class) && !isNamed);
    }
}
