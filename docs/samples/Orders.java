/* SPDX-License-Identifier: Apache-2.0 */

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Prints orders as NDJSON, one row of a table per line, always the same ones: {@code java docs/samples/Orders.java 2000 > orders.ndjson}.
 *
 * <p>A row key has a salt of two digits, which spreads the users over regions, the user, and the time reversed, so that a scan of a user begins
 * with the newest order: {@code 10u1000042} and the 19 digits of {@code Long.MAX_VALUE - milliseconds}.
 */
final class Orders {
    private static final int SALTS = 16;
    private static final Instant NEWEST = Instant.parse("2026-06-30T12:00:00Z");

    private static final List<String> GOODS = List.of(
            "wireless keyboard", "mechanical keyboard", "green tea", "oolong tea", "tea pot", "running shoes", "rain coat",
            "desk lamp", "reading lamp", "\u84dd\u7259\u8033\u673a", "\u673a\u68b0\u952e\u76d8", "\u9f99\u4e95\u8336", "\u4e4c\u9f99\u8336", "\u8dd1\u6b65\u978b", "\u96e8\u8863", "\u53f0\u706f", "\u4fdd\u6e29\u676f", "\u6570\u636e\u5e93\u5165\u95e8");
    private static final List<String> NOTES = List.of(
            "please wrap it as a gift", "leave it at the door", "call before delivery", "\u8bf7\u5f00\u53d1\u7968", "\u653e\u5728\u95e8\u53e3", "\u9001\u8d27\u524d\u8bf7\u6253\u7535\u8bdd",
            "\u751f\u65e5\u793c\u7269\uff0c\u8bf7\u5305\u88c5", "");
    private static final List<String> CITIES = List.of("\u4e0a\u6d77", "\u5317\u4eac", "\u5e7f\u5dde", "London", "Berlin", "Singapore");
    private static final List<String> STATES = List.of("paid", "paid", "shipped", "returned");

    private Orders() {}

    public static void main(String[] arguments) {
        int rows = arguments.length == 0 ? 2_000 : Integer.parseInt(arguments[0]);
        PrintStream out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        Random random = new Random(36);
        for (int i = 0; i < rows; i++) {
            String user = "u" + (1_000_000 + random.nextInt(200));
            long time = NEWEST.minusSeconds(60L * i).toEpochMilli() + random.nextInt(60_000);
            out.println(line(key(user, time), random));
        }
        out.flush();
    }

    private static String key(String user, long time) {
        int salt = Math.floorMod(user.hashCode(), SALTS);
        return String.format(Locale.ROOT, "%02d%s%019d", salt, user, Long.MAX_VALUE - time);
    }

    private static String line(String key, Random random) {
        return String.format(
                Locale.ROOT,
                "{\"key\":\"%s\",\"title\":\"%s\",\"note\":\"%s\",\"status\":\"%s\",\"quantity\":%d,\"cents\":%d,"
                        + "\"delivery\":{\"city\":\"%s\",\"express\":%b}}",
                key,
                one(GOODS, random),
                one(NOTES, random),
                one(STATES, random),
                1 + random.nextInt(5),
                990 + 100 * random.nextInt(300),
                one(CITIES, random),
                random.nextBoolean());
    }

    private static String one(List<String> of, Random random) {
        return of.get(random.nextInt(of.size()));
    }
}
