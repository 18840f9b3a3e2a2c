/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.integration;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.codeUnits;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.hbasesearch.lucene.search.LuceneHighlighter;
import io.hbasesearch.lucene.search.LuceneQueryMatcher;

/** Each server's types stop at the module that speaks to that server; modules meet only in core. */
@AnalyzeClasses(packages = "io.hbasesearch", importOptions = ImportOption.DoNotIncludeTests.class)
class LayersTest {
    /** Tests of the whole path look at every server, and past our own code. */
    private static final String TEST_SYSTEM = "io.hbasesearch.system..";

    @ArchTest
    static final ArchRule hbaseTypesStopAtTheirModules = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "io.hbasesearch.hbase..",
                    "io.hbasesearch.replication..",
                    "io.hbasesearch.servers..",
                    "io.hbasesearch.cli..",
                    TEST_SYSTEM)
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.hadoop..");

    @ArchTest
    static final ArchRule kafkaTypesStopAtTheirPackage = noClasses()
            .that()
            .resideOutsideOfPackages("io.hbasesearch.indexer.kafka..", "io.hbasesearch.replication..", TEST_SYSTEM)
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.kafka..");

    @ArchTest
    static final ArchRule elasticsearchTypesStopAtTheirBackend = noClasses()
            .that()
            .resideOutsideOfPackage("io.hbasesearch.elasticsearch..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("co.elastic..", "org.elasticsearch..");

    @ArchTest
    static final ArchRule luceneTypesStopAtTheirBackendAndTheQueryParser = noClasses()
            .that()
            .resideOutsideOfPackages("io.hbasesearch.lucene..", "io.hbasesearch.core.query..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.lucene..");

    @ArchTest
    static final ArchRule coreKnowsNoOtherModule = noClasses()
            .that()
            .resideInAPackage("io.hbasesearch.core..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.hbasesearch.hbase..",
                    "io.hbasesearch.indexer..",
                    "io.hbasesearch.gateway..",
                    "io.hbasesearch.lucene..",
                    "io.hbasesearch.elasticsearch..",
                    "io.hbasesearch.client..",
                    "io.hbasesearch.administration..",
                    "io.hbasesearch.service..",
                    "io.hbasesearch.cli..");

    @ArchTest
    static final ArchRule onlyTheCommandKnowsEveryone = noClasses()
            .that()
            .resideOutsideOfPackages("io.hbasesearch.cli..", "io.hbasesearch.servers..", TEST_SYSTEM)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.hbasesearch.cli..", "io.hbasesearch.servers..");

    @ArchTest
    static final ArchRule administrationIsKnownToServiceAndCommands = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "io.hbasesearch.administration..", "io.hbasesearch.service..", "io.hbasesearch.cli..", TEST_SYSTEM)
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.hbasesearch.administration..");

    @ArchTest
    static final ArchRule serviceIsKnownToCommands = noClasses()
            .that()
            .resideOutsideOfPackages("io.hbasesearch.service..", "io.hbasesearch.cli..", TEST_SYSTEM)
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.hbasesearch.service..");

    @ArchTest
    static final ArchRule indexerGatewayAndBackendsDoNotKnowEachOther = slices().matching(
                    "io.hbasesearch.(indexer|gateway|lucene|elasticsearch|hbase)..")
            .should()
            .notDependOnEachOther();

    @ArchTest
    static final ArchRule packagesDependOnEachOtherOneWay =
            slices().matching("io.hbasesearch.(**)").should().beFreeOfCycles();

    /** Values of one kind are easily confused in a long list; more than a few belong together in smaller groups. */
    @ArchTest
    static final ArchRule parametersAreFew = codeUnits()
            .that()
            .areDeclaredInClassesThat()
            .areNotAnonymousClasses()
            .and()
            .areDeclaredInClassesThat(DescribedPredicate.not(isJsonOfTheClient()))
            .should(haveFewParameters());

    @ArchTest
    static final ArchRule onlyTheEntryOfElasticsearchIsUsed = noClasses()
            .that()
            .resideOutsideOfPackage("io.hbasesearch.elasticsearch..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.hbasesearch.elasticsearch.*..");

    @ArchTest
    static final ArchRule onlyTheEntriesOfLuceneAreUsed = noClasses()
            .that()
            .resideOutsideOfPackage("io.hbasesearch.lucene..")
            .should()
            .dependOnClassesThat(resideInAPackage("io.hbasesearch.lucene.*..")
                    .and(DescribedPredicate.not(belongToAnyOf(LuceneHighlighter.class, LuceneQueryMatcher.class))));

    /** Its responses mirror the flat JSON objects of the API, and only the JSON reader creates them. */
    private static DescribedPredicate<JavaClass> isJsonOfTheClient() {
        return DescribedPredicate.describe(
                "a response of the client",
                type -> type.getPackageName().equals("io.hbasesearch.client") && type.isRecord());
    }

    private static ArchCondition<JavaCodeUnit> haveFewParameters() {
        return new ArchCondition<>("have at most 7 parameters, or 8 if it is the constructor of a record") {
            @Override
            public void check(JavaCodeUnit unit, ConditionEvents events) {
                JavaClass owner = unit.getOwner();
                boolean isInner = owner.isInnerClass() && unit.isConstructor();
                int implied = unit.isConstructor() && owner.isEnum() ? 2 : isInner ? 1 : 0;
                int most = owner.isRecord() && unit.isConstructor() ? 8 : 7;
                if (unit.getRawParameterTypes().size() - implied > most
                        && !unit.getName().contains("$")) {
                    events.add(SimpleConditionEvent.violated(unit, unit.getFullName() + " has too many parameters"));
                }
            }
        };
    }

    @ArchTest
    static final ArchRule nothingThatShipsKnowsTests = noClasses()
            .that()
            .resideOutsideOfPackages("io.hbasesearch.testing..", TEST_SYSTEM)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.hbasesearch.testing..", TEST_SYSTEM);
}
