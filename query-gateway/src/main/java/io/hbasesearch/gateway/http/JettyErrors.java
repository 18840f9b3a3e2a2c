/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import java.nio.ByteBuffer;
import org.eclipse.jetty.ee10.servlet.ErrorHandler;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Writes problem documents for requests that the HTTP server rejects before any route handles them, such as one with a bad header. */
final class JettyErrors extends ErrorHandler {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        Object reason = request.getAttribute(ERROR_MESSAGE);
        Object status = request.getAttribute(ERROR_STATUS);
        write(
                request,
                response,
                callback,
                status instanceof Integer known ? known : response.getStatus(),
                isOfPath(request) ? "the path contains an invalid character" : String.valueOf(reason));
        return true;
    }

    /** Tells whether the path is wrong: Jetty's reason is only "Bad Request" then, and only its cause says why. */
    private static boolean isOfPath(Request request) {
        return request.getAttribute(ERROR_EXCEPTION) instanceof Throwable failure
                && failure.getCause() instanceof IllegalArgumentException cause
                && String.valueOf(cause.getMessage()).contains("in path");
    }

    private static void write(Request request, Response response, Callback callback, int status, String reason) {
        int known = status >= 400 ? status : 500;
        ProblemDocument problem = Problems.fromStatus(known, reason)
                .at(String.valueOf(request.getHttpURI().getPath()), null);
        response.setStatus(problem.status());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, ProblemDocument.MEDIA_TYPE);
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        response.write(true, ByteBuffer.wrap(Json.bytes(problem)), callback);
    }
}
