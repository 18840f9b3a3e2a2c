/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import io.hbasesearch.core.yaml.Setting;
import io.hbasesearch.core.yaml.SettingValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects API keys and checks that no other machine can reach the service without one. For one file and one thread. */
final class GatewayReader {
    private final SettingValues values;
    private final List<ApiKey> apiKeys = new ArrayList<>();
    private final Optional<ApiKeysFile> keysFile;

    GatewayReader(SettingValues values, ReferencedFiles files) {
        this.values = values;
        apiKeys.addAll(values.find(ServiceSettings.API_KEYS).orElse(List.of()));
        this.keysFile = values.find(ServiceSettings.API_KEYS_FILE)
                .map(files::resolve)
                .map(file -> new ApiKeysFile(file, apiKeys));
        keysFile.ifPresent(file -> apiKeys.addAll(ApiKeysFile.keys(
                file.path(), problem -> values.problem(ServiceSettings.API_KEYS_FILE, "names " + problem))));
    }

    /** Reports addresses that other machines could reach without a key, and settings that contradict one another. */
    void check(SettingValues operations) {
        GatewayResilienceSettings.check(values);
        requireLoopback(values, ServiceSettings.GATEWAY_HOST);
        requireLoopback(operations, ServiceSettings.OPERATIONS_HOST);
    }

    private void requireLoopback(SettingValues group, Setting<String> setting) {
        boolean keysAreMeant = values.isWritten(ServiceSettings.API_KEYS_FILE) || !apiKeys.isEmpty() || keysAreWrong();
        group.find(setting)
                .filter(host -> !keysAreMeant && !ConfigTypes.isLoopback(host))
                .ifPresent(host -> group.problem(
                        setting,
                        "is " + host + ", which others can reach: configure gateway.apiKeys or gateway.apiKeysFile, or"
                                + " listen on 127.0.0.1"));
    }

    /** Tells if keys are configured but invalid. They were reported already, so a report of missing keys would mislead. */
    private boolean keysAreWrong() {
        return values.isWritten(ServiceSettings.API_KEYS)
                && values.find(ServiceSettings.API_KEYS).isEmpty();
    }

    /** Creates the configuration; call it only if no problem was reported. */
    GatewayConfig config() {
        return new GatewayConfig(
                values.get(ServiceSettings.GATEWAY_HOST),
                values.get(ServiceSettings.GATEWAY_PORT),
                new GatewayConfig.Keys(apiKeys, keysFile, values.find(ServiceSettings.CURSOR_KEY)),
                values.get(ServiceSettings.REQUEST_TIMEOUT),
                new GatewayConfig.Limits(
                        values.get(ServiceSettings.MAX_HITS),
                        values.get(ServiceSettings.MAX_ANSWER_BYTES),
                        values.get(ServiceSettings.MAX_SNAPSHOTS)),
                GatewayResilienceSettings.read(values));
    }
}
