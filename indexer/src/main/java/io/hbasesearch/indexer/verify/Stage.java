/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.concurrent.StoppedException;
import io.hbasesearch.core.model.ByteArray;
import java.util.Optional;

/** Processes differences after they were found; each stage has one thread and passes results on to the next. */
interface Stage {
    /** Works until it is finished or the stop signal fires. */
    void run() throws StoppedException, InterruptedException;

    /** Signals that nothing more will be added: {@link #run} ends once everything is done. */
    void finish();

    /** Returns the key from which a comparison would find everything again that is still in progress. */
    Optional<ByteArray> lowest();
}
