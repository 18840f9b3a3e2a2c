/* SPDX-License-Identifier: Apache-2.0 */
/** Where the time goes: recordings of the JDK's Flight Recorder, and what they come to for each way. */
@NullMarked
package io.hbasesearch.benchmarks.profile;

import org.jspecify.annotations.NullMarked;
