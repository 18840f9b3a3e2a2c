/* SPDX-License-Identifier: Apache-2.0 */
/** Several indexer processes for one index. */
package io.hbasesearch.faults.scale;
