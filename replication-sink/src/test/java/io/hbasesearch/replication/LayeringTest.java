/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** What may touch what; an incomplete jar and another HBase version must show where they can be dealt with. */
@AnalyzeClasses(packages = "io.hbasesearch.replication", importOptions = ImportOption.DoNotIncludeTests.class)
class LayeringTest {
    @ArchTest
    static final ArchRule TWO_ADAPTERS_TOUCH_WHAT_IS_PRIVATE_TO_HBASE = noClasses()
            .that(areNot(RegionServerReadPoints.class, SourceBacklog.class))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.apache.hadoop.hbase.regionserver..", "org.apache.hadoop.hbase.replication.regionserver..");

    @ArchTest
    static final ArchRule KAFKA_AND_PROTOBUF_STAY_BEHIND_THE_SHIPPER = noClasses()
            .that(areNot(
                    SharedProducers.class,
                    ProducerProperties.class,
                    SendFailure.class,
                    SendAttempt.class,
                    EventEncoder.class,
                    EditWriter.class))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.kafka..", "com.google..");

    @ArchTest
    static final ArchRule THE_ENDPOINT_NEEDS_ONLY_THE_JDK_AND_HBASE_TO_LOAD = classes()
            .that(are(KafkaReplicationEndpoint.class))
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage("java..", "org.slf4j..", "org.apache.hadoop.hbase..")
                    .or(are(KafkaReplicationEndpoint.class, EntryDelivery.class)));

    @ArchTest
    static final ArchRule PACKAGES_DEPEND_ON_EACH_OTHER_ONE_WAY =
            slices().matching("io.hbasesearch.(**)").should().beFreeOfCycles();

    private static DescribedPredicate<JavaClass> are(Class<?>... those) {
        Set<String> names = Arrays.stream(those).map(Class::getName).collect(Collectors.toSet());
        return DescribedPredicate.describe(
                "are " + names,
                type -> names.contains(type.getBaseComponentType().getName().replaceAll("\\$.*", "")));
    }

    private static DescribedPredicate<JavaClass> areNot(Class<?>... those) {
        return DescribedPredicate.not(are(those));
    }
}
