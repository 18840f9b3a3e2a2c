/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.harness;

/**
 * How much a scenario does. Immutable.
 *
 * @param warmUps rounds that do not count
 * @param seconds of one load, where a load lasts a time and not a number of rows
 */
public record Size(int rows, int warmUps, int seconds) {}
