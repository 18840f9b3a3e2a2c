/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.bulk;

import io.hbasesearch.core.spi.WriteListener;
import io.hbasesearch.core.spi.WriteListener.Settled;
import io.hbasesearch.core.spi.WriteResult;
import java.util.ArrayList;
import java.util.List;

/** The result of a finished operation. */
record BulkResult(PendingWrite write, WriteResult result) {
    /** Reports results to the listeners: each listener once for adjacent results of a batch, as in most requests. */
    static void tell(List<BulkResult> results) {
        int from = 0;
        while (from < results.size()) {
            WriteListener listener = results.get(from).write.listener();
            List<Settled> part = new ArrayList<>(results.size() - from);
            while (from < results.size() && results.get(from).write.listener() == listener) {
                BulkResult next = results.get(from++);
                part.add(new Settled(next.write.position(), next.result));
            }
            listener.settled(part);
        }
    }
}
