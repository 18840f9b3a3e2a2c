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
            "desk lamp", "reading lamp", "蓝牙耳机", "机械键盘", "龙井茶", "乌龙茶", "跑步鞋", "雨衣", "台灯", "保温杯", "数据库入门");
    private static final List<String> NOTES = List.of(
            "please wrap it as a gift", "leave it at the door", "call before delivery", "请开发票", "放在门口", "送货前请打电话",
            "生日礼物，请包装", "");
    private static final List<String> CITIES = List.of("上海", "北京", "广州", "London", "Berlin", "Singapore");
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
