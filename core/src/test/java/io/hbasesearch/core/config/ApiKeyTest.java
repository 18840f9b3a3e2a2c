/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class ApiKeyTest {
    private static final String SECRET = "key-number-one-0123";

    @Test
    void aKeyAloneOpensEverything() {
        ApiKey key = ApiKey.parse(SECRET);

        assertThat(key.secret()).isEqualTo(new Secret(SECRET));
        assertThat(key.opensAll()).isTrue();
        assertThat(key.opens("mail")).isTrue();
        assertThat(key.mayFence()).isTrue();
        assertThat(ApiKey.parse(SECRET + " index=*").opensAll()).isTrue();
    }

    @Test
    void namesAndPatternsBehindItAreAllThatItOpens() {
        ApiKey key = ApiKey.parse(SECRET + " index=mail  index=news-* index=*-old fence=false");

        for (String open : List.of("mail", "news-", "news-2024", "a-old", "news-old")) {
            assertThat(key.opens(open)).as(open).isTrue();
        }
        for (String shut : List.of("mails", "email", "new", "news", "old", "mail\n")) {
            assertThat(key.opens(shut)).as(shut).isFalse();
        }
        assertThat(key.opensAll()).isFalse();
        assertThat(key.mayFence()).isFalse();
        assertThat(ApiKey.parse(SECRET + " fence=true").mayFence()).isTrue();
    }

    @Test
    void whatIsNoKeyOrNotUnderstoodBehindOneIsRefused() {
        for (String text : List.of(
                "",
                "short",
                SECRET + " another-key-0123456789",
                SECRET + " index=",
                SECRET + " index=.*",
                SECRET + " indexes=mail",
                SECRET + " fence=no",
                SECRET + " fence=true fence=false",
                "index=mail")) {
            assertThatIllegalArgumentException().as(text).isThrownBy(() -> ApiKey.parse(text));
        }
    }

    @Test
    void itsTextDoesNotShowTheKey() {
        assertThat(ApiKey.parse(SECRET + " index=mail").toString()).doesNotContain(SECRET);
    }
}
