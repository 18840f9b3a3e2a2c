/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.administration.table;

import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;

/** Limits how much of a file one record may take: a quote that is not closed would take all of it. */
final class BoundedReader extends FilterReader {
    /** Characters; a cell of HBase has at most 10 MB unless HBase is configured otherwise. */
    static final int MOST = 16 << 20;

    private long left = MOST;

    BoundedReader(Reader in) {
        super(in);
    }

    /** Begins a record. */
    void begin() {
        left = MOST;
    }

    @Override
    public int read() throws IOException {
        int one = super.read();
        count(1);
        return one;
    }

    @Override
    public int read(char[] into, int offset, int length) throws IOException {
        int number = super.read(into, offset, length);
        count(Math.max(0, number));
        return number;
    }

    private void count(int number) throws IOException {
        left -= number;
        if (left < 0) {
            throw new IOException("one record has more than " + (MOST >> 20)
                    + " million characters, perhaps because a quote is not closed");
        }
    }
}
