/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.FailureClass;
import io.hbasesearch.core.error.HBaseSearchException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import javax.security.sasl.SaslException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NamespaceNotFoundException;
import org.apache.hadoop.hbase.ReplicationPeerNotFoundException;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.exceptions.TimeoutIOException;
import org.apache.hadoop.hbase.ipc.CallTimeoutException;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.security.AccessControlException;
import org.jspecify.annotations.Nullable;

/**
 * Classifies the exceptions of HBase's client; nothing else does. An unknown exception counts as transient: an indexer that keeps trying,
 * and reports it, recovers by itself; one that stopped in error would not.
 */
final class HBaseFailures {
    private static final String CHECK_ZOOKEEPER =
            "Check that HBase and its ZooKeeper are up, and that hbase.zookeeper in the configuration names ZooKeeper's port.";

    private HBaseFailures() {}

    /** @param what the operation: a participle and its object */
    static HBaseSearchException translate(Throwable failure, String what) {
        Throwable root = unwrap(failure);
        if (root instanceof HBaseSearchException known) {
            return known;
        }
        List<Throwable> chain = chain(root);
        for (Throwable link : chain) {
            HBaseSearchException known = known(link, what, root);
            if (known != null) {
                return known;
            }
        }
        ErrorCode code =
                chain.stream().anyMatch(HBaseFailures::isTimeout) ? ErrorCode.TIMED_OUT : ErrorCode.SERVER_UNREACHABLE;
        String hint = chain.stream().anyMatch(HBaseFailures::isOfZooKeeper) ? CHECK_ZOOKEEPER : null;
        return new HBaseSearchException(code, what + ": " + message(chain.get(chain.size() - 1)), hint, root);
    }

    /** Reclassifies a change that the master will never accept: the operator must correct it. */
    static HBaseSearchException refused(HBaseSearchException failure, String what) {
        boolean forGood = failure.failureClass() == FailureClass.TRANSIENT
                && failure.getCause() != null
                && chain(failure.getCause()).stream().anyMatch(DoNotRetryIOException.class::isInstance);
        return forGood
                ? failure(
                        ErrorCode.CONFIGURATION_INVALID,
                        what + ": HBase rejects it: " + message(failure.getCause()),
                        "See the master's log for details.",
                        failure.getCause())
                : failure;
    }

    private static @Nullable HBaseSearchException known(Throwable link, String what, Throwable root) {
        if (link instanceof TableNotFoundException || link instanceof NamespaceNotFoundException) {
            return failure(
                    ErrorCode.TABLE_NOT_FOUND,
                    what + ": HBase has no such table: " + link.getMessage(),
                    "Create the table, or correct the table in the index definition.",
                    root);
        }
        if (link instanceof NoSuchColumnFamilyException) {
            return failure(
                    ErrorCode.CONFIGURATION_INVALID,
                    what + ": the table has no such column family, but the index definition names it: " + message(link),
                    "Add the family to the table, or correct the index definition.",
                    root);
        }
        if (link instanceof AccessDeniedException
                || link instanceof AccessControlException
                || link instanceof SaslException) {
            return failure(
                    ErrorCode.ACCESS_DENIED,
                    what + ": " + message(link),
                    "Grant this user read access to the table, or correct its credentials.",
                    root);
        }
        if (link instanceof TableNotEnabledException) {
            return failure(
                    ErrorCode.SERVER_UNREACHABLE,
                    what + ": the table is disabled: " + message(link),
                    "Enable the table.",
                    root);
        }
        if (link instanceof ReplicationPeerNotFoundException) {
            return failure(
                    ErrorCode.NOT_FOUND, what + ": the peer does not exist", "List them: hbase-search peer list", root);
        }
        if (link instanceof RpcThrottlingException) {
            return failure(ErrorCode.THROTTLED, what + ": throttled by an HBase quota: " + message(link), null, root);
        }
        return null;
    }

    private static HBaseSearchException failure(
            ErrorCode code, String message, @Nullable String hint, Throwable cause) {
        return new HBaseSearchException(code, message, hint, cause);
    }

    /** By its name, as HBase's client has these classes in a package of its own. */
    private static boolean isOfZooKeeper(Throwable link) {
        return link.getClass().getName().contains("org.apache.zookeeper.");
    }

    private static boolean isTimeout(Throwable link) {
        return link instanceof CallTimeoutException
                || link instanceof TimeoutIOException
                || link instanceof SocketTimeoutException
                || link instanceof InterruptedIOException
                || link instanceof TimeoutException;
    }

    private static Throwable unwrap(Throwable failure) {
        Throwable inner = failure;
        while ((inner instanceof ExecutionException || inner instanceof CompletionException)
                && inner.getCause() != null) {
            inner = inner.getCause();
        }
        return inner;
    }

    private static List<Throwable> chain(Throwable failure) {
        List<Throwable> chain = new ArrayList<>();
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Throwable link = failure; link != null && seen.add(link); link = link.getCause()) {
            chain.add(link);
        }
        return chain;
    }

    /** Returns the first line: HBase includes whole stack traces of the server in its messages. */
    private static String message(Throwable failure) {
        String text = String.valueOf(failure.getMessage());
        int end = text.indexOf('\n');
        return failure.getClass().getSimpleName() + ": " + (end < 0 ? text : text.substring(0, end));
    }
}
