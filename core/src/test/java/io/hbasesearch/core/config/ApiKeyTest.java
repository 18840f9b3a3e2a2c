/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
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
                SECRET + " name=",
                SECRET + " name=a/b",
                SECRET + " name=one name=two",
                SECRET + " expires=soon",
                SECRET + " expires=2027-02-30",
                "sha256:0123456789abcdef",
                "sha256:" + "g".repeat(64),
                SECRET + " fence=true fence=false",
                "index=mail")) {
            assertThatIllegalArgumentException().as(text).isThrownBy(() -> ApiKey.parse(text));
        }
    }

    @Test
    void itHasANameAndALastDay() {
        ApiKey key = ApiKey.parse(SECRET + " name=shop-1.old expires=2027-01-31 index=mail");

        assertThat(key.name()).contains("shop-1.old");
        assertThat(key.isExpired(Instant.parse("2027-01-31T23:59:59Z"))).isFalse();
        assertThat(key.isExpired(Instant.parse("2027-02-01T00:00:00Z"))).isTrue();
        assertThat(ApiKey.parse(SECRET).isExpired(Instant.MAX)).isFalse();
    }

    @Test
    void itMayBeGivenByItsDigestAlone() {
        // printf %s key-number-one-0123 | sha256sum
        String digest = "sha256:dcff088c9b434753092a802061aa75da6f12d749b444955f851c1e19fee7d525";
        ApiKey key = ApiKey.parse(digest + " index=mail");

        assertThat(key.digest()).isEqualTo(ApiKey.parse(SECRET).digest());
        assertThat(key.plain()).isEmpty();
        assertThat(ApiKey.parse(SECRET).plain()).contains(SECRET);
        assertThat(key.toString()).doesNotContain(digest);
        assertThat(ApiKey.digest(digest)).as("who has read the file").isNotEqualTo(key.digest());
    }

    @Test
    void itsTextDoesNotShowTheKey() {
        assertThat(ApiKey.parse(SECRET + " index=mail").toString()).doesNotContain(SECRET);
    }
}
