/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.profile;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whose code a stack belongs to: that of the innermost frame which is not the JDK's, as the JDK works for whoever called it.
 * Stateless.
 */
final class Owners {
    static final String JDK = "JDK alone";
    static final String OTHER = "other libraries";

    private static final String OURS = "io.hbasesearch.";
    private static final List<String> JDKS = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");
    /** The first prefix that fits counts. */
    private static final Map<String, String> PREFIXES = new LinkedHashMap<>();

    static {
        PREFIXES.put("io.hbasesearch.benchmarks.", "the measurement itself");
        // Our endpoint brings its own Kafka and protobuf, with names of ours.
        PREFIXES.put("io.hbasesearch.shaded.", "libraries of our endpoint");
        PREFIXES.put("org.apache.hadoop.hbase.", "HBase");
        PREFIXES.put("org.apache.hbase.", "HBase");
        PREFIXES.put("org.apache.hadoop.", "Hadoop");
        PREFIXES.put("org.apache.zookeeper.", "ZooKeeper");
        PREFIXES.put("org.apache.kafka.", "Kafka's client");
        PREFIXES.put("org.apache.lucene.", "Lucene");
        PREFIXES.put("co.elastic.", "Elasticsearch's client");
        PREFIXES.put("org.elasticsearch.", "Elasticsearch's client");
        PREFIXES.put("org.apache.http.", "Apache HTTP client");
        PREFIXES.put("com.fasterxml.jackson.", "Jackson");
        PREFIXES.put("com.google.protobuf.", "protobuf");
        PREFIXES.put("io.javalin.", "Javalin and Jetty");
        PREFIXES.put("org.eclipse.jetty.", "Javalin and Jetty");
        PREFIXES.put("io.netty.", "Netty");
    }

    private Owners() {}

    /** @param frames innermost first */
    static String of(List<String> frames) {
        return frames.stream()
                .filter(frame -> !isJdk(frame))
                .findFirst()
                .map(Owners::owner)
                .orElse(JDK);
    }

    /** The innermost method of ours: what called for the work, whoever does it. The measurement's own do not count. */
    static Optional<String> nearestOfOurs(List<String> frames) {
        return frames.stream()
                .filter(frame -> owner(frame).startsWith(OURS))
                .findFirst()
                .map(frame -> frame.substring(OURS.length()));
    }

    private static String owner(String frame) {
        for (Map.Entry<String, String> prefix : PREFIXES.entrySet()) {
            if (frame.startsWith(prefix.getKey())) {
                return prefix.getValue();
            }
        }
        return frame.startsWith(OURS) ? OURS + module(frame.substring(OURS.length())) : OTHER;
    }

    /** {@code core.mapping} of {@code core.mapping.RowMapper.map}: packages begin with small letters. */
    private static String module(String name) {
        String[] parts = name.split("\\.");
        int packages = 0;
        while (packages < parts.length && Character.isLowerCase(parts[packages].charAt(0))) {
            packages++;
        }
        return String.join(".", List.of(parts).subList(0, packages));
    }

    private static boolean isJdk(String frame) {
        return JDKS.stream().anyMatch(frame::startsWith);
    }
}
