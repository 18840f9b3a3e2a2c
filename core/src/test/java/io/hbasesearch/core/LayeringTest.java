/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.hbasesearch.core", importOptions = ImportOption.DoNotIncludeTests.class)
class LayeringTest {
    /** No HBase, Kafka, Elasticsearch or HTTP, then: nothing but what stands here. */
    @ArchTest
    static final ArchRule CORE_DEPENDS_ON_NO_SERVERS_CLIENT = classes()
            .that()
            .resideInAPackage("io.hbasesearch.core..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "io.hbasesearch.core..",
                    "java.io..",
                    "java.lang..",
                    "java.math..",
                    "java.net..",
                    "java.nio..",
                    "java.security..",
                    "java.text..",
                    "java.time..",
                    "java.util..",
                    "org.jspecify..",
                    "org.slf4j..",
                    "com.fasterxml.jackson.core..",
                    "com.google.protobuf..",
                    "com.ibm.icu..",
                    "org.apache.avro..",
                    "org.apache.commons.text..",
                    "org.apache.lucene.queryparser.flexible..",
                    "org.apache.lucene.analysis..",
                    "org.apache.lucene.geo..",
                    "org.apache.lucene.util",
                    "org.apache.lucene.util.automaton..",
                    "org.snakeyaml.engine..");

    @ArchTest
    static final ArchRule ONLY_QUERIES_ARE_READ_WITH_LUCENE = onlyIn("query", "org.apache.lucene..");

    @ArchTest
    static final ArchRule ONLY_DOCUMENTS_AND_QUERIES_ARE_READ_WITH_JACKSON = noClasses()
            .that()
            .resideOutsideOfPackages("io.hbasesearch.core.mapping..", "io.hbasesearch.core.query..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("com.fasterxml.jackson..");

    @ArchTest
    static final ArchRule ONLY_CONFIGURATION_IS_READ_WITH_SNAKEYAML = onlyIn("yaml", "org.snakeyaml..");

    @ArchTest
    static final ArchRule ONLY_TEXTS_ARE_CHANGED_WITH_ICU = onlyIn("text", "com.ibm.icu..");

    @ArchTest
    static final ArchRule ONLY_SCHEMAS_ARE_READ_WITH_AVRO = onlyIn("schema", "org.apache.avro..");

    @ArchTest
    static final ArchRule ONLY_SCHEMAS_ARE_READ_WITH_PROTOBUF = onlyIn("schema", "com.google.protobuf..");

    /** Backends and the gateway see our types only, whatever reads or writes them here. */
    @ArchTest
    static final ArchRule NO_LIBRARY_SHOWS_IN_A_PUBLIC_METHOD = methods()
            .that()
            .arePublic()
            .and()
            .areDeclaredInClassesThat()
            .arePublic()
            .should()
            .notHaveRawReturnType(
                    resideInAnyPackage("com.fasterxml..", "com.google..", "org.apache..", "org.snakeyaml.."));

    @ArchTest
    static final ArchRule PACKAGES_DEPEND_ON_EACH_OTHER_ONE_WAY =
            slices().matching("io.hbasesearch.core.(*)..").should().beFreeOfCycles();

    private static ArchRule onlyIn(String layer, String library) {
        return noClasses()
                .that()
                .resideOutsideOfPackage("io.hbasesearch.core." + layer + "..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library);
    }
}
