/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch;

import io.hbasesearch.core.spi.WriteListener;
import io.hbasesearch.core.spi.WriteListener.Settled;
import io.hbasesearch.core.spi.WriteResult;
import java.util.ArrayList;
import java.util.List;

/** What became of an operation that it is over with. */
record Result(PendingWrite write, WriteResult result) {
    /** Tells the listeners: each once of all of a batch that stand together, as the operations of a request mostly do. */
    static void tell(List<Result> results) {
        int from = 0;
        while (from < results.size()) {
            WriteListener listener = results.get(from).write.listener();
            List<Settled> part = new ArrayList<>(results.size() - from);
            while (from < results.size() && results.get(from).write.listener() == listener) {
                Result next = results.get(from++);
                part.add(new Settled(next.write.position(), next.result));
            }
            listener.settled(part);
        }
    }
}
