/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.mapreduce;

import io.hbasesearch.core.model.ByteArray;
import io.hbasesearch.core.model.KeyRange;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapreduce.InputSplit;

/** The keys of one map task. For one thread. */
public final class KeyRangeSplit extends InputSplit implements Writable {
    private KeyRange range = KeyRange.all();

    /** Creates an empty split for Hadoop, which fills it in. */
    public KeyRangeSplit() {}

    KeyRangeSplit(KeyRange range) {
        this.range = range;
    }

    KeyRange range() {
        return range;
    }

    /** Returns the same length for all splits: the real one is unknown. */
    @Override
    public long getLength() {
        return 1;
    }

    @Override
    public String[] getLocations() {
        return new String[0];
    }

    @Override
    public void write(DataOutput out) throws IOException {
        write(out, range.start());
        write(out, range.stop());
    }

    private static void write(DataOutput out, ByteArray key) throws IOException {
        out.writeInt(key.length());
        out.write(key.unsafeBytes());
    }

    @Override
    public void readFields(DataInput in) throws IOException {
        range = new KeyRange(read(in), read(in));
    }

    private static ByteArray read(DataInput in) throws IOException {
        byte[] key = new byte[in.readInt()];
        in.readFully(key);
        return ByteArray.wrap(key);
    }

    @Override
    public String toString() {
        return range.toString();
    }
}
