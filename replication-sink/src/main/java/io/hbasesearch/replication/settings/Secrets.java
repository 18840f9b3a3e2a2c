/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication.settings;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Keeps secrets out of logs, messages and management beans. */
public final class Secrets {
    private static final Pattern SECRET = Pattern.compile("password|secret|jaas|token|credential|\\.key$|keystore");
    private static final String REDACTED = "[redacted]";

    private Secrets() {}

    /** Tells whether a setting with this name may hold a secret; errs on the safe side. */
    static boolean isSecret(String key) {
        return SECRET.matcher(key.toLowerCase(Locale.ROOT)).find();
    }

    /** Returns the settings sorted by key, with secret values replaced. */
    public static Map<String, String> redact(Map<String, ?> settings) {
        Map<String, String> redacted = new TreeMap<>();
        settings.forEach((key, value) -> redacted.put(key, isSecret(key) ? REDACTED : String.valueOf(value)));
        return redacted;
    }
}
