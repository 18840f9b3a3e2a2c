/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.hbasesearch.core.error.ErrorCode;
import io.javalin.http.Context;
import jakarta.servlet.ServletOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads and writes JSON: {@code snake_case} names, indented as far as readers with curl need it. Safe for use by several threads. */
public final class Json {
    public static final String MEDIA_TYPE = "application/json";

    /** Attribute of a request whose caller disconnected before the answer was complete, or took too long for it. */
    public static final String CUT_OFF = "hbase-search.cut-off";

    private static final Logger LOG = LoggerFactory.getLogger(Json.class);

    /** Enough for any search; a larger body is a mistake or an attack. */
    static final int MAX_BODY_BYTES = 64 * 1024;

    private static final Duration BODY_TIME = Duration.ofSeconds(10);

    // A query tree nests three levels of JSON for each of its own.
    private static final int MAX_NESTING = 100;
    private static final ObjectMapper MAPPER = mapper();

    private Json() {}

    private static ObjectMapper mapper() {
        JsonMapper mapper = JsonMapper.builder()
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .enable(SerializationFeature.INDENT_OUTPUT)
                .defaultPrettyPrinter(new ShallowIndent())
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .disable(JsonParser.Feature.AUTO_CLOSE_SOURCE)
                .build();
        mapper.getFactory()
                .setStreamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(MAX_NESTING)
                        .build());
        return mapper;
    }

    public static void write(Context context, int status, Object value) {
        write(context, status, MEDIA_TYPE, value);
    }

    public static void write(Context context, ProblemDocument problem) {
        if (problem.retryAfter() != null) {
            // Whole seconds, rounded up: 0 would mean an immediate retry.
            long seconds = Math.max(1, (problem.retryAfter().toMillis() + 999) / 1000);
            context.header("Retry-After", Long.toString(seconds));
        }
        write(context, problem.status(), ProblemDocument.MEDIA_TYPE, problem.at(context.path(), RequestId.of(context)));
    }

    private static void write(Context context, int status, String mediaType, Object value) {
        writeBytes(context, status, mediaType, bytes(value));
    }

    /** Writes an answer that {@link #bytes} made. */
    public static void writeBytes(Context context, byte[] answer) {
        writeBytes(context, 200, MEDIA_TYPE, answer);
    }

    private static void writeBytes(Context context, int status, String mediaType, byte[] answer) {
        if (!context.res().isCommitted()) {
            UnreadBody.settle(context);
        }
        context.status(status).contentType(mediaType);
        if (context.res().isCommitted()) {
            // Part of another answer was sent already: nothing can be added to it.
            return;
        }
        ReadingLimit limit = ReadingLimit.ofAnswer(context, answer.length);
        try {
            send(context, answer);
        } catch (IOException e) {
            // The caller disconnected, or was cut off: the failure cannot be reported.
            context.attribute(CUT_OFF, true);
            LOG.debug("the caller did not read the whole answer: {}", e.toString());
        } finally {
            limit.close();
        }
    }

    private static void send(Context context, byte[] answer) throws IOException {
        if (context.header("Accept-Encoding") != null) {
            // It may be compressed, and have another length.
            end(context.outputStream(), answer);
            return;
        }
        // Drop what was begun and not sent: it is neither part of this answer nor of its length.
        context.res().resetBuffer();
        // With a known length, directly from the array: a copy would be sent in several pieces.
        context.res().setContentLength(answer.length);
        end(context.res().getOutputStream(), answer);
    }

    /** Writes and flushes everything: what a buffer or a compressor holds back would be written after the request's place is released. */
    private static void end(ServletOutputStream to, byte[] answer) throws IOException {
        to.write(answer);
        to.close();
    }

    /** Returns a value as one line with its line end, for streams. */
    public static byte[] line(Object value) {
        return bytes(MAPPER.writer().without(SerializationFeature.INDENT_OUTPUT), value);
    }

    /** Ends with a line end, so that a terminal's prompt begins on its own line. */
    public static byte[] bytes(Object value) {
        return bytes(MAPPER.writer(), value);
    }

    private static byte[] bytes(ObjectWriter writer, Object value) {
        try (ByteArrayBuilder bytes = new ByteArrayBuilder();
                JsonGenerator to =
                        new Utf8StringSerializer(MAPPER.getFactory().createGenerator(bytes, JsonEncoding.UTF8))) {
            writer.writeValue(to, value);
            bytes.append('\n');
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @throws ProblemException 415, 413 or 400 if the body is not one JSON object of a bounded size */
    public static JsonNode readObject(Context context) {
        String type = context.contentType();
        // Browsers send other types across origins without a preflight request, so nothing else is accepted.
        if (type == null || !type.split(";", 2)[0].trim().equalsIgnoreCase(MEDIA_TYPE)) {
            throw new ProblemException(ProblemDocument.of(
                    415,
                    ErrorCode.USAGE,
                    "the body must be JSON",
                    "Send the header Content-Type: " + MEDIA_TYPE + "."));
        }
        JsonNode body = parse(readBody(context));
        if (!body.isObject()) {
            throw bodyFault("the body must be a JSON object, such as {\"q\": \"words\"}");
        }
        return body;
    }

    /** Tells whether the body can be read without waiting. */
    public static boolean isBodyThere(Context context) {
        long length = context.req().getContentLengthLong();
        try {
            return length >= 0 && context.req().getInputStream().available() >= length;
        } catch (IOException e) {
            return false;
        }
    }

    private static byte[] readBody(Context context) {
        if (context.req().getContentLengthLong() > MAX_BODY_BYTES) {
            throw tooLarge();
        }
        // Limits the total time: the idle timeout restarts with each byte. A connection that takes longer is closed.
        try (ReadingLimit limit = ReadingLimit.of(context, BODY_TIME)) {
            byte[] body = context.req().getInputStream().readNBytes(MAX_BODY_BYTES + 1);
            if (body.length > MAX_BODY_BYTES) {
                throw tooLarge();
            }
            UnreadBody.isRead(context);
            return body;
        } catch (IOException e) {
            throw new ProblemException(
                    ProblemDocument.of(400, ErrorCode.USAGE, "the body ended before it was complete", null), e);
        }
    }

    private static ProblemException tooLarge() {
        return new ProblemException(ProblemDocument.of(
                413,
                ErrorCode.USAGE,
                "the body is larger than " + MAX_BODY_BYTES + " bytes",
                "Send fewer values at once; base64url is the shortest form of row keys."));
    }

    private static JsonNode parse(byte[] body) {
        try {
            return MAPPER.readTree(body);
        } catch (JsonProcessingException e) {
            String where = e.getLocation() == null
                    ? ""
                    : " (line " + e.getLocation().getLineNr() + ", column "
                            + e.getLocation().getColumnNr() + ")";
            throw bodyFault("the body is not valid JSON: " + e.getOriginalMessage() + where);
        } catch (ArithmeticException | NumberFormatException e) {
            throw bodyFault("the body has a number that is too large");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ProblemException bodyFault(String detail) {
        return new ProblemException(
                ProblemDocument.badRequest(ErrorCode.USAGE, List.of(Fault.inBody("", detail, null))));
    }
}
