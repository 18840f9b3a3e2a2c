/* SPDX-License-Identifier: Apache-2.0 */
/** Disks that really are full. */
package io.hbasesearch.faults.disk;
