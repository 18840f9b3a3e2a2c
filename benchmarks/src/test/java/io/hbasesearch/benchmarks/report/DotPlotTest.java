/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.hbasesearch.benchmarks.harness.Interval;
import io.hbasesearch.benchmarks.report.DotPlot.Lane;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class DotPlotTest {
    private static Document parse(DotPlot plot) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(plot.svg().getBytes(UTF_8)));
    }

    private static List<Double> centres(Document svg) {
        NodeList circles = svg.getElementsByTagName("circle");
        List<Double> centres = new ArrayList<>();
        for (int i = 0; i < circles.getLength(); i++) {
            centres.add(Double.parseDouble(((Element) circles.item(i)).getAttribute("cx")));
        }
        return centres;
    }

    @Test
    void everyValueIsADotAtItsPlace() throws Exception {
        Lane lane = new Lane("rate", List.of(10.0, 20.0, 30.0), 20, Optional.empty());
        List<Double> centres = centres(parse(new DotPlot("t", "rows/s", List.of(lane), OptionalDouble.empty())));
        assertThat(centres).hasSize(3).isSorted();
        assertThat(centres.get(1) - centres.get(0)).isCloseTo(centres.get(2) - centres.get(1), within(0.2));
    }

    @Test
    void equalValuesAndMarkupInNamesMakeASoundFile() throws Exception {
        Lane lane = new Lane("a <b> & \"c\"", List.of(1.0, 1.0), 1, Optional.empty());
        Document svg = parse(new DotPlot("x < y", "unit", List.of(lane), OptionalDouble.empty()));
        assertThat(svg.getElementsByTagName("title").item(0).getTextContent()).isEqualTo("x < y");
        assertThat(centres(svg)).allMatch(place -> place > 0 && place < 760);
    }

    @Test
    void aGoalFarAwayIsInTheChart() throws Exception {
        Lane lane = new Lane("p99", List.of(5.0, 6.0), 5.5, Optional.of(new Interval(4, 5.5, 7)));
        Document svg = parse(new DotPlot("t", "ms", List.of(lane), OptionalDouble.of(500)));
        NodeList lines = svg.getElementsByTagName("line");
        List<Double> places = new ArrayList<>();
        for (int i = 0; i < lines.getLength(); i++) {
            places.add(Double.parseDouble(((Element) lines.item(i)).getAttribute("x1")));
        }
        assertThat(places).allMatch(place -> place >= 0 && place <= 760);
    }

    @Test
    void nothingIsNoChart() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DotPlot("t", "unit", List.of(), OptionalDouble.empty()));
    }
}
