/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.cli.output;

/** Shows nothing. */
final class SilentProgress implements Progress {
    @Override
    public void update(long done, String note) {}

    @Override
    public void expect(long total) {}

    @Override
    public void finish() {}

    @Override
    public void close() {}
}
