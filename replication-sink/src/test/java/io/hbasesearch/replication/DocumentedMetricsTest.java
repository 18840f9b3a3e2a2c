/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.management.MBeanAttributeInfo;
import javax.management.StandardMBean;
import org.junit.jupiter.api.Test;

/** What the README says of the bean's attributes against the bean. */
class DocumentedMetricsTest {
    private static final Pattern ATTRIBUTE = Pattern.compile("`([A-Z]\\w+)`");

    @Test
    void theReadmeNamesEveryAttributeAndNoOther() throws Exception {
        StandardMBean bean = new StandardMBean(new SinkMetrics(() -> 0), SinkMetricsMXBean.class, true);
        Set<String> attributes = Arrays.stream(bean.getMBeanInfo().getAttributes())
                .map(MBeanAttributeInfo::getName)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(documented()).isEqualTo(attributes);
    }

    /** First cells of the table under Metrics. */
    private static Set<String> documented() throws Exception {
        String readme = Files.readString(Path.of("README.md"));
        int metrics = readme.indexOf("\n## Metrics\n");
        if (metrics < 0) {
            fail("the README has no chapter on metrics");
        }
        int end = readme.indexOf("\n## ", metrics + 1);
        return readme.substring(metrics, end < 0 ? readme.length() : end)
                .lines()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.substring(0, line.indexOf('|', 1)))
                .flatMap(cell -> ATTRIBUTE.matcher(cell).results())
                .map((MatchResult found) -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
