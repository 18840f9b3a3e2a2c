/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.indexer;

import io.hbasesearch.core.spi.IndexAdmin;
import io.hbasesearch.core.spi.IndexBackend;
import io.hbasesearch.core.spi.IndexGenerations;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** A real backend, but something else happens the moment before a call, or in its place when it throws. */
final class Interposed {
    private Interposed() {}

    /** @param call a method of the backend's administration or of its generations */
    static IndexBackend before(IndexBackend backend, String call, Runnable event) {
        IndexAdmin admin = wrapped(IndexAdmin.class, backend.admin(), call, event);
        IndexGenerations generations = wrapped(IndexGenerations.class, backend.generations(), call, event);
        return (IndexBackend) Proxy.newProxyInstance(
                Interposed.class.getClassLoader(),
                new Class<?>[] {IndexBackend.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "admin" -> admin;
                    case "generations" -> generations;
                    default -> invoke(backend, method, arguments);
                });
    }

    private static <T> T wrapped(Class<T> type, T real, String call, Runnable event) {
        return type.cast(Proxy.newProxyInstance(
                Interposed.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (method.getName().equals(call)) {
                        event.run();
                    }
                    return invoke(real, method, arguments);
                }));
    }

    private static Object invoke(Object real, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
