/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.targetOwner;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

@AnalyzeClasses(packages = "io.hbasesearch.mapreduce", importOptions = ImportOption.DoNotIncludeTests.class)
class LayeringTest {
    /** Hadoop's and HBase's are what a job is made of. */
    @ArchTest
    static final ArchRule otherServersClientsStayBehindTheirAdapters = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.kafka..", "co.elastic..", "org.elasticsearch..", "org.apache.lucene..");

    @ArchTest
    static final ArchRule threadsComeFromCore = noClasses()
            .should()
            .callConstructorWhere(targetOwner(assignableTo(Thread.class)))
            .orShould()
            .dependOnClassesThat()
            .belongToAnyOf(Executors.class, ThreadFactory.class);
}
