/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import java.util.List;
import java.util.regex.Pattern;

/** Removes secrets from texts that leave the process: log lines, errors, diagnostic bundles. Stateless. */
public final class Redaction {
    private static final String REDACTED = "******";

    /** Patterns of secrets; the text after the first group is the secret. */
    private static final List<Pattern> SECRETS = List.of(
            Pattern.compile(
                    "(?i)(\\b[\\w.\\-]*(?:password|passwd|secret|token|api[_-]?keys?|jaas\\.config)\"?\\s*[=:]\\s*)"
                            + "(\"[^\"]*\"|'[^']*'|\\[[^\\]]*\\]|[^\\s,;}]+)"),
            Pattern.compile("(?i)(\\bauthorization\"?\\s*[=:]\\s*\"?(?:basic|bearer|apikey)\\s+)(\\S+)"),
            Pattern.compile("(?i)(\\bhttps?://)([^/\\s:@]+:[^/\\s@]+)(?=@)"));

    private Redaction() {}

    public static String redact(String text) {
        String redacted = text;
        for (Pattern secret : SECRETS) {
            redacted = secret.matcher(redacted).replaceAll("$1" + REDACTED);
        }
        return redacted;
    }
}
