/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.elasticsearch.bulk;

import io.hbasesearch.core.spi.WriteListener;
import java.util.List;

/** For operations whose results nobody looks at. */
final class Unheard implements WriteListener {
    static final WriteListener LISTENER = new Unheard();

    private Unheard() {}

    @Override
    public void settled(List<Settled> part) {}

    @Override
    public void failed(int position, Throwable cause) {}
}
