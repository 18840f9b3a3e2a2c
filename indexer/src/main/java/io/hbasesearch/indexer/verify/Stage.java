/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer.verify;

import io.hbasesearch.core.model.ByteArray;
import java.util.Optional;

/** What becomes of differences after they were seen; each stage has one thread and hands on to the next. */
interface Stage {
    /** Works until it is finished or the stop signal comes. */
    void run() throws InterruptedException;

    /** Nothing will be added any more: {@link #run} ends once everything is done. */
    void finish();

    /** Where to compare again to see again all that is still in work. */
    Optional<ByteArray> lowest();
}
