/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import io.hbasesearch.core.error.ErrorCode;
import io.hbasesearch.core.error.FailureClass;
import io.hbasesearch.core.error.HBaseSearchException;
import java.io.IOException;
import java.net.ConnectException;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.exceptions.TimeoutIOException;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.junit.jupiter.api.Test;

class HBaseFailuresTest {
    @Test
    void findsTheMeaningWhereverItIsInTheChain() {
        assertThat(code(new TableNotFoundException("t"))).isEqualTo(ErrorCode.TABLE_NOT_FOUND);
        assertThat(code(new ExecutionException(new IOException("retries", new AccessDeniedException("no")))))
                .isEqualTo(ErrorCode.ACCESS_DENIED);
        assertThat(code(new NoSuchColumnFamilyException("d"))).isEqualTo(ErrorCode.CONFIGURATION_INVALID);
    }

    @Test
    void whatMayPassIsTransient() {
        assertThat(code(new TimeoutIOException("late"))).isEqualTo(ErrorCode.TIMED_OUT);
        for (Throwable failure : new Throwable[] {
            new ConnectException("refused"),
            new NotServingRegionException("moving"),
            new TableNotEnabledException("t"),
            new DoNotRetryIOException("something new"),
            new IOException("anything")
        }) {
            assertThat(HBaseFailures.translate(failure, "reading").failureClass())
                    .as(failure.toString())
                    .isEqualTo(FailureClass.TRANSIENT);
        }
    }

    @Test
    void keepsTheFirstLineAndTheCause() {
        IOException failure = new IOException("server said no\n\tat some.Frame");
        HBaseSearchException translated = HBaseFailures.translate(failure, "reading table t");
        assertThat(translated)
                .hasMessage("reading table t: IOException: server said no")
                .hasCause(failure);
    }

    @Test
    void aChangeThatTheMasterRefusesIsAMatterOfConfiguration() {
        HBaseSearchException failure = HBaseFailures.translate(new DoNotRetryIOException("no such class"), "adding");
        assertThat(HBaseFailures.refused(failure, "adding").code()).isEqualTo(ErrorCode.CONFIGURATION_INVALID);
        HBaseSearchException passing = HBaseFailures.translate(new ConnectException("refused"), "adding");
        assertThat(HBaseFailures.refused(passing, "adding")).isSameAs(passing);
    }

    private static ErrorCode code(Throwable failure) {
        return HBaseFailures.translate(failure, "reading").code();
    }
}
