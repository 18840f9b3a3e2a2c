/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.lucene.index;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VersionMapTest {
    private final VersionMap versions = new VersionMap();

    @Test
    void aVersionIsKnownUntilTheRefreshAfterItIsOver() {
        versions.put("a", 1);
        versions.beforeRefresh();
        assertThat(versions.get("a")).hasValue(1);
        versions.put("b", 2);
        versions.afterRefresh();
        assertThat(versions.get("a")).isEmpty();
        assertThat(versions.get("b")).hasValue(2);
        versions.beforeRefresh();
        versions.afterRefresh();
        assertThat(versions.get("b")).isEmpty();
    }

    @Test
    void theNewerGenerationIsAskedFirst() {
        versions.put("a", 1);
        versions.beforeRefresh();
        versions.put("a", 2);
        assertThat(versions.get("a")).hasValue(2);
        versions.afterRefresh();
        assertThat(versions.get("a")).hasValue(2);
    }

    @Test
    void aRefreshThatFailedForgetsNothing() {
        versions.put("a", 1);
        versions.beforeRefresh();
        versions.put("b", 2);
        versions.beforeRefresh();
        assertThat(versions.get("a")).hasValue(1);
        versions.afterRefresh();
        assertThat(versions.get("a")).isEmpty();
        assertThat(versions.get("b")).hasValue(2);
    }

    @Test
    void itsSizeGoesUpWithIdsAndDownWithRefreshes() {
        assertThat(versions.bytes()).isZero();
        versions.put("a", 1);
        long one = versions.bytes();
        versions.put("a", 2);
        assertThat(versions.bytes()).isEqualTo(one).isPositive();
        versions.put("b", 1);
        assertThat(versions.bytes()).isEqualTo(2 * one);
        versions.beforeRefresh();
        assertThat(versions.bytes()).isEqualTo(2 * one);
        versions.afterRefresh();
        assertThat(versions.bytes()).isZero();
    }
}
