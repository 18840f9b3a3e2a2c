/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import io.hbasesearch.core.config.KafkaConfig;
import io.hbasesearch.core.spi.IndexSource;
import io.hbasesearch.indexer.kafka.Topics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Looks at Kafka, and does to it what operators and disks do, from outside the indexer. */
final class KafkaProbe {
    private KafkaProbe() {}

    private interface Question<T> {
        KafkaFuture<T> ask(Admin admin);
    }

    /** The sum of a group's offsets. */
    static long committed(KafkaConfig kafka, String group) {
        return offsets(kafka, group).values().stream()
                .mapToLong(OffsetAndMetadata::offset)
                .sum();
    }

    static Map<TopicPartition, OffsetAndMetadata> offsets(KafkaConfig kafka, String group) {
        return ask(kafka, admin -> admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
    }

    static int members(KafkaConfig kafka, String group) {
        return ask(kafka, admin -> admin.describeConsumerGroups(List.of(group)).all())
                .get(group)
                .members()
                .size();
    }

    /** Of an index that follows a topic, as its creation would have it. */
    static IndexSource source(Topics topics, String topic) {
        Topics.Topic found = topics.find(topic).orElseThrow();
        return new IndexSource(found.name(), found.id(), found.partitions(), found.epoch(), true);
    }

    /** As retention does when an index has not been looked after for too long. */
    static void deleteRecords(KafkaConfig kafka, String topic, int partitions) {
        Map<TopicPartition, RecordsToDelete> records = new HashMap<>();
        for (int i = 0; i < partitions; i++) {
            records.put(new TopicPartition(topic, i), RecordsToDelete.beforeOffset(-1));
        }
        ask(kafka, admin -> admin.deleteRecords(records).all());
    }

    static void setOffsets(KafkaConfig kafka, String group, Map<TopicPartition, OffsetAndMetadata> offsets) {
        ask(kafka, admin -> admin.alterConsumerGroupOffsets(group, offsets).all());
    }

    static void addPartitions(KafkaConfig kafka, String topic, int inAll) {
        ask(kafka, admin -> admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(inAll)))
                .all());
    }

    /** As Kafka does with a group that nobody has been in for offsets.retention.minutes. */
    static void forgetOffsets(KafkaConfig kafka, String group) {
        ask(kafka, admin -> admin.deleteConsumerGroups(List.of(group)).all());
    }

    /** Whether the first partition takes no event. */
    static boolean isRefused(KafkaConfig kafka, String topic) {
        ByteArraySerializer bytes = new ByteArraySerializer();
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(kafka.clientProperties(), bytes, bytes)) {
            producer.send(new ProducerRecord<>(topic, 0, null, new byte[] {1})).get();
            return false;
        } catch (ExecutionException e) {
            return e.getCause() instanceof RecordTooLargeException;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** Leaves everybody every right on a resource but this. */
    static void deny(KafkaConfig kafka, ResourceType type, String name, AclOperation operation) {
        ask(kafka, admin -> admin.createAcls(List.of(
                        rule(type, name, AclOperation.ALL, AclPermissionType.ALLOW),
                        rule(type, name, operation, AclPermissionType.DENY)))
                .all());
    }

    /** Takes back whatever was denied. */
    static void allow(KafkaConfig kafka) {
        ask(kafka, admin -> admin.deleteAcls(List.of(AclBindingFilter.ANY)).all());
    }

    private static AclBinding rule(
            ResourceType type, String name, AclOperation operation, AclPermissionType permission) {
        return new AclBinding(
                new ResourcePattern(type, name, PatternType.LITERAL),
                new AccessControlEntry("User:*", "*", operation, permission));
    }

    static void deleteTopic(KafkaConfig kafka, String topic) {
        ask(kafka, admin -> admin.deleteTopics(List.of(topic)).all());
    }

    static void set(KafkaConfig kafka, String topic, String setting, int value) {
        AlterConfigOp change =
                new AlterConfigOp(new ConfigEntry(setting, Integer.toString(value)), AlterConfigOp.OpType.SET);
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        ask(kafka, admin -> admin.incrementalAlterConfigs(Map.of(resource, List.of(change)))
                .all());
    }

    private static <T> T ask(KafkaConfig kafka, Question<T> question) {
        try (Admin admin = Admin.create(kafka.clientProperties())) {
            return question.ask(admin).get(20, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
