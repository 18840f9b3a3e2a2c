/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import io.hbasesearch.core.error.ErrorCode;
import io.javalin.http.Context;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Rejects URL parameters with escapes that are no text: the server drops those or replaces their characters. Stateless. */
final class UrlParameters {
    private static final Pattern ESCAPES = Pattern.compile("(?:%[0-9a-fA-F]{2})++");

    private UrlParameters() {}

    /** @throws ProblemException 400 that names the first such parameter */
    static void check(Context context) {
        @Nullable String query = context.queryString();
        if (query == null || query.indexOf('%') < 0) {
            return;
        }
        for (String parameter : query.split("&", -1)) {
            Matcher escapes = ESCAPES.matcher(parameter);
            while (escapes.find()) {
                requireText(escapes.group().replace("%", ""), parameter);
            }
            if (escapes.replaceAll("").indexOf('%') >= 0) {
                throw refused(
                        parameter,
                        "has an invalid percent escape",
                        "Write % itself as %25, and any other byte as % and two hexadecimal digits.");
            }
        }
    }

    private static void requireText(String hex, String parameter) {
        try {
            var unused = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(HexFormat.of().parseHex(hex)));
        } catch (CharacterCodingException e) {
            throw refused(parameter, "has escapes that are not valid UTF-8", "Encode the text in UTF-8.");
        }
    }

    private static ProblemException refused(String parameter, String problem, String hint) {
        String name = parameter.split("=", 2)[0];
        return new ProblemException(ProblemDocument.badRequest(
                ErrorCode.USAGE, List.of(Fault.inParameter(name, "'" + name + "' " + problem, hint))));
    }
}
