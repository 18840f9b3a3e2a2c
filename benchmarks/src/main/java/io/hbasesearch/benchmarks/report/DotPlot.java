/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.benchmarks.report;

import io.hbasesearch.benchmarks.harness.Figures;
import io.hbasesearch.benchmarks.harness.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * A chart of SVG with a line for each of several things, on it a dot for each round, and above all a scale that they share.
 * Every value is shown, so that nobody has to trust a summary. Immutable.
 *
 * @param unit of the scale
 * @param goal drawn across all lanes
 */
public record DotPlot(String title, String unit, List<Lane> lanes, OptionalDouble goal) {
    private static final int WIDTH = 760;
    private static final int LABELS = 250;
    private static final int RIGHT = 24;
    private static final int TOP = 46;
    private static final int LANE = 30;
    private static final int BOTTOM = 34;
    private static final int TICKS = 5;
    private static final double MARGIN = 0.08;

    public DotPlot {
        lanes = List.copyOf(lanes);
        if (lanes.isEmpty()) {
            throw new IllegalArgumentException("a chart needs a lane");
        }
    }

    /**
     * One line of the chart.
     *
     * @param interval drawn as a bar behind the dots
     * @param median drawn as a stroke
     */
    public record Lane(String label, List<Double> values, double median, Optional<Interval> interval) {
        public Lane {
            Objects.requireNonNull(label, "label");
            values = List.copyOf(values);
        }
    }

    /** The whole file. */
    public String svg() {
        int height = TOP + LANE * lanes.size() + BOTTOM;
        Scale scale = scale();
        StringBuilder svg = new StringBuilder(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\""
                        + " font-family=\"sans-serif\" font-size=\"12\" role=\"img\">%n",
                WIDTH,
                height,
                WIDTH,
                height));
        svg.append("<title>").append(escape(title)).append("</title>\n");
        // White behind it, as pages may be dark.
        svg.append("<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
        svg.append(text(12, 22, "start", "font-weight=\"bold\" font-size=\"14\"", title));
        ticks(svg, scale, height);
        goal.ifPresent(at -> goal(svg, scale.place(at), height));
        for (int i = 0; i < lanes.size(); i++) {
            lane(svg, scale, lanes.get(i), TOP + LANE * i + LANE / 2);
        }
        return svg.append("</svg>\n").toString();
    }

    private void ticks(StringBuilder svg, Scale scale, int height) {
        int bottom = height - BOTTOM;
        for (double tick : scale.ticks()) {
            double x = scale.place(tick);
            svg.append(line(x, TOP, x, bottom, "stroke=\"#dddddd\""));
            svg.append(text(x, bottom + 15, "middle", "fill=\"#555555\"", Figures.text(tick)));
        }
        svg.append(text(WIDTH - RIGHT, bottom + 29, "end", "fill=\"#555555\"", unit));
    }

    private void goal(StringBuilder svg, double x, int height) {
        svg.append(line(
                x, TOP - 8, x, height - BOTTOM, "stroke=\"#b00020\" stroke-dasharray=\"5 3\" stroke-width=\"1.5\""));
        svg.append(text(x, TOP - 11, "middle", "fill=\"#b00020\"", "goal"));
    }

    private void lane(StringBuilder svg, Scale scale, Lane lane, int y) {
        svg.append(text(LABELS - 12, y + 4, "end", "", lane.label()));
        lane.interval().ifPresent(interval -> {
            double from = scale.place(interval.low());
            svg.append(String.format(
                    Locale.ROOT,
                    "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"12\" fill=\"#c6dbef\"/>%n",
                    from,
                    y - 6,
                    Math.max(1, scale.place(interval.high()) - from)));
        });
        double median = scale.place(lane.median());
        svg.append(line(median, y - 9, median, y + 9, "stroke=\"#08306b\" stroke-width=\"2\""));
        for (double value : lane.values()) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<circle cx=\"%.1f\" cy=\"%d\" r=\"4\" fill=\"#2171b5\" fill-opacity=\"0.7\"/>%n",
                    scale.place(value),
                    y));
        }
    }

    private Scale scale() {
        DoubleStream values = lanes.stream()
                .flatMapToDouble(lane -> DoubleStream.concat(
                        lane.values().stream().mapToDouble(Double::doubleValue),
                        lane.interval().stream()
                                .flatMapToDouble(interval -> DoubleStream.of(interval.low(), interval.high()))));
        double[] all = DoubleStream.concat(values, goal.stream()).sorted().toArray();
        double least = all[0];
        double greatest = all[all.length - 1];
        double margin = greatest > least ? (greatest - least) * MARGIN : Math.max(Math.abs(greatest), 1) * MARGIN;
        // From zero unless what is to be seen would be squeezed into a corner then.
        double from = least >= 0 && least < greatest / 2 ? 0 : least - margin;
        return new Scale(from, greatest + margin);
    }

    private static String line(double x1, double y1, double x2, double y2, String style) {
        return String.format(
                Locale.ROOT, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" %s/>%n", x1, y1, x2, y2, style);
    }

    private static String text(double x, double y, String anchor, String style, String text) {
        return String.format(
                Locale.ROOT,
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" %s>%s</text>%n",
                x,
                y,
                anchor,
                style,
                escape(text));
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** From values to places. */
    private record Scale(double from, double to) {
        double place(double value) {
            return LABELS + (value - from) / (to - from) * (WIDTH - LABELS - RIGHT);
        }

        /** Round ones: 1, 2 or 5 times a power of ten apart. */
        List<Double> ticks() {
            double raw = (to - from) / TICKS;
            double power = Math.pow(10, Math.floor(Math.log10(raw)));
            double ratio = raw / power;
            double step = power * (ratio <= 1 ? 1 : ratio <= 2 ? 2 : ratio <= 5 ? 5 : 10);
            List<Double> ticks = new ArrayList<>();
            for (double tick = Math.ceil(from / step) * step; tick <= to; tick += step) {
                ticks.add(tick);
            }
            return ticks;
        }
    }
}
