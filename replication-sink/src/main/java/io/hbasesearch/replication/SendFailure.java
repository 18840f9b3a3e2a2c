/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import io.hbasesearch.replication.settings.TableRoute;
import org.apache.kafka.clients.producer.BufferExhaustedException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.NotEnoughReplicasAfterAppendException;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Classifies a failed send, and says who must do what about it. Immutable. */
final class SendFailure {
    private final Announcement edit;
    private final TableRoute route;
    private final Throwable cause;

    SendFailure(Announcement edit, TableRoute route, Throwable cause) {
        this.edit = edit;
        this.route = route;
        this.cause = cause;
    }

    Announcement edit() {
        return edit;
    }

    Throwable cause() {
        return cause;
    }

    boolean isTooLarge() {
        return cause instanceof RecordTooLargeException;
    }

    /**
     * Tells whether a new producer is needed. A failure that Kafka does not call retriable may have broken this one permanently. Expired
     * records may mean that it never worked: an idempotent producer whose first connection was rejected for its credentials never requests
     * its id again, and lets all of its records expire (KAFKA-20237).
     *
     * @param proven whether this producer has ever sent anything
     */
    boolean breaksProducer(boolean proven) {
        return (isExpired() && !proven)
                || !(cause instanceof RetriableException
                        || cause instanceof TopicAuthorizationException
                        || isTooLarge());
    }

    private boolean isExpired() {
        return cause instanceof TimeoutException && !(cause instanceof BufferExhaustedException) && !isTopicMissing();
    }

    /**
     * Returns one sentence on the cause and one on what to do. Contains no row and no secret.
     *
     * @param peer id, for the commands
     */
    String describe(String peer) {
        String said = Causes.describe(cause);
        return "table " + edit.qualifiedTable() + ", topic " + route.topicName() + ": " + said
                + (said.endsWith(".") ? " " : ". ") + advice(peer);
    }

    private String advice(String peer) {
        if (isTooLarge()) {
            return "Kafka rejects even an event without cells: raise the topic's max.message.bytes, or the peer's"
                    + " hbase-search.kafka.max.request.size if it is set; if the topic was closed by 'hbase-search index epoch"
                    + " --bump', this ends once the peer names the next one";
        }
        if (isTopicMissing()) {
            return "The topic is missing or has fewer than " + route.partitions()
                    + " partitions, and all tables of the peer wait for it; the endpoint never creates topics: 'hbase-search peer add"
                    + " --peer-id " + peer + " --table " + edit.qualifiedTable()
                    + "' creates it. If it was deleted: 'hbase-search index epoch INDEX --bump' with an index of the table; to"
                    + " let the other tables go on without it: " + removal(peer);
        }
        if (cause instanceof AuthenticationException) {
            return "Check the security settings under hbase-search.kafka. in the peer's configuration or its file";
        }
        if (cause instanceof AuthorizationException) {
            return "All tables of the peer wait for it. Grant the endpoint's Kafka principal WRITE and DESCRIBE on the topic, and remove"
                    + " a rule that denies them: kafka-acls.sh --bootstrap-server BROKER:PORT --add --allow-principal User:NAME"
                    + " --operation WRITE --operation DESCRIBE --topic " + route.topicName()
                    + "; to let the other tables go on without it: " + removal(peer);
        }
        if (cause instanceof NotEnoughReplicasException || cause instanceof NotEnoughReplicasAfterAppendException) {
            return "The topic has fewer in-sync replicas than min.insync.replicas: bring the missing brokers back";
        }
        return "The endpoint retries; meanwhile the edits stay in HBase's write-ahead logs";
    }

    private String removal(String peer) {
        return "'hbase-search peer remove --peer-id " + peer + " --table " + edit.qualifiedTable() + "'";
    }

    TableRoute route() {
        return route;
    }

    /** Tells whether the topic itself is the problem, so that only a repair of the topic, or another topic, helps. */
    boolean isOfTopic() {
        return isTopicMissing() || cause instanceof TopicAuthorizationException;
    }

    private boolean isTopicMissing() {
        return cause instanceof UnknownTopicOrPartitionException
                || cause instanceof InvalidTopicException
                || (cause instanceof TimeoutException
                        && String.valueOf(cause.getMessage()).contains("not present in metadata"));
    }
}
