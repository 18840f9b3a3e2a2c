/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.yaml;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Splits a YAML text into its leaves (single values and lists), so that two texts can be compared. Stateless. */
public final class YamlLeaves {
    private YamlLeaves() {}

    /**
     * Returns the leaves by their paths, which are keys joined with dots, in the order of the text. An empty mapping is a leaf too.
     *
     * @return the values of each leaf, as YAML in one line
     * @throws ConfigurationException if the text is not YAML
     */
    public static Map<String, List<String>> of(String text) {
        ConfigurationProblems problems = new ConfigurationProblems();
        YamlNode root = YamlFile.inline(text, "", problems);
        Map<String, List<String>> leaves = new LinkedHashMap<>();
        add("", root, leaves);
        problems.throwIfAny();
        return leaves;
    }

    /**
     * Returns the paths of a file's leaves in the form of {@link #of}.
     *
     * @throws ConfigurationException if the file is not YAML
     */
    public static List<String> paths(Path file, Map<String, String> environment) {
        ConfigurationProblems problems = new ConfigurationProblems();
        Map<String, List<String>> leaves = new LinkedHashMap<>();
        YamlFile.node(file, environment, problems).ifPresent(root -> add("", root, leaves));
        problems.throwIfAny();
        return List.copyOf(leaves.keySet());
    }

    private static void add(String path, YamlNode node, Map<String, List<String>> leaves) {
        if (node.isMapping() && !node.isNull() && !node.entries().isEmpty()) {
            node.entries().forEach((key, value) -> add(path.isEmpty() ? key : path + "." + key, value, leaves));
        } else {
            leaves.put(
                    path,
                    node.isSequence()
                            ? node.items().stream().map(YamlNode::canonical).toList()
                            : List.of(node.canonical()));
        }
    }
}
