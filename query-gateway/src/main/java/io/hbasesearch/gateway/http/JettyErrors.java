/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.gateway.http;

import java.nio.ByteBuffer;
import org.eclipse.jetty.ee10.servlet.ErrorHandler;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Writes problem documents for requests that the HTTP server refuses before any route sees them, a bad header for instance. */
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
                reason == null ? null : reason.toString());
        return true;
    }

    private static void write(
            Request request, Response response, Callback callback, int status, @Nullable String reason) {
        int known = status >= 400 ? status : 500;
        Problem problem = Problems.fromStatus(known, String.valueOf(reason))
                .at(String.valueOf(request.getHttpURI().getPath()), null);
        response.setStatus(problem.status());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, Problem.MEDIA_TYPE);
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        response.write(true, ByteBuffer.wrap(Json.bytes(problem)), callback);
    }
}
