/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.core.config;

import io.hbasesearch.core.yaml.Setting;
import io.hbasesearch.core.yaml.SettingValues;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Checks the settings of Elasticsearch against each other. For one file and one thread. */
final class ElasticsearchReader {
    private final SettingValues values;
    private final ReferencedFiles files;
    private final boolean isUsed;
    private final Optional<Secret> password;
    private final Optional<Secret> apiKey;

    /** @param isUsed true if the index may be in Elasticsearch; otherwise its files need not exist */
    ElasticsearchReader(SettingValues values, ReferencedFiles files, boolean isUsed) {
        this.values = values;
        this.files = files;
        this.isUsed = isUsed;
        this.password = secret(ElasticsearchSettings.PASSWORD, ElasticsearchSettings.PASSWORD_FILE);
        this.apiKey = secret(ElasticsearchSettings.API_KEY, ElasticsearchSettings.API_KEY_FILE);
    }

    private Optional<Secret> secret(Setting<Secret> direct, Setting<Path> inFile) {
        ReferencedFiles.checkOneOf(values, direct, inFile);
        return isUsed ? files.secret(values, direct, inFile) : values.find(direct);
    }

    /** Reports settings that contradict one another. */
    void check() {
        boolean hasUser = values.isWritten(ElasticsearchSettings.USERNAME);
        boolean hasPassword = values.isWritten(ElasticsearchSettings.PASSWORD)
                || values.isWritten(ElasticsearchSettings.PASSWORD_FILE);
        boolean hasApiKey =
                values.isWritten(ElasticsearchSettings.API_KEY) || values.isWritten(ElasticsearchSettings.API_KEY_FILE);
        if (hasUser && !hasPassword) {
            values.problem(ElasticsearchSettings.USERNAME, "needs a password or passwordFile beside it");
        }
        if (hasPassword && !hasUser) {
            values.problem(ElasticsearchSettings.USERNAME, "is missing, though there is a password");
        }
        if (hasUser && hasApiKey) {
            values.problem(ElasticsearchSettings.USERNAME, "and apiKey exclude each other: keep one of them");
        }
        checkUrls();
        checkSizes();
        if (isUsed) {
            files.requireFile(values, ElasticsearchSettings.CA_CERTIFICATE);
        }
    }

    private void checkUrls() {
        List<URI> urls = values.find(ElasticsearchSettings.URLS).orElse(List.of());
        if (values.isWritten(ElasticsearchSettings.URLS)
                && values.find(ElasticsearchSettings.URLS).isPresent()
                && urls.isEmpty()) {
            values.problem(ElasticsearchSettings.URLS, "must name at least one node");
        }
        if (values.isWritten(ElasticsearchSettings.CA_CERTIFICATE)
                && urls.stream().noneMatch(url -> "https".equals(url.getScheme()))) {
            values.problem(ElasticsearchSettings.CA_CERTIFICATE, "has a meaning only with https:// in urls");
        }
    }

    private void checkSizes() {
        long request = values.find(ElasticsearchSettings.REQUEST_BYTES).orElse(0L);
        long buffer = values.find(ElasticsearchSettings.BUFFER_BYTES).orElse(Long.MAX_VALUE);
        if (buffer < request) {
            values.problem(ElasticsearchSettings.BUFFER_BYTES, "must hold at least one request (requestBytes)");
        }
    }

    /** Creates the configuration; call it only if no problem was reported. */
    ElasticsearchConfig config() {
        return new ElasticsearchConfig(
                values.get(ElasticsearchSettings.URLS),
                new ElasticsearchConfig.Credentials(values.find(ElasticsearchSettings.USERNAME), password, apiKey),
                values.find(ElasticsearchSettings.CA_CERTIFICATE).map(files::resolve),
                new ElasticsearchConfig.NewIndex(
                        values.get(ElasticsearchSettings.SHARDS),
                        values.get(ElasticsearchSettings.REPLICAS),
                        values.get(ElasticsearchSettings.REFRESH_INTERVAL)),
                new ElasticsearchConfig.BulkLimits(
                        values.get(ElasticsearchSettings.CONCURRENT_REQUESTS),
                        values.get(ElasticsearchSettings.REQUEST_BYTES),
                        values.get(ElasticsearchSettings.REQUEST_OPERATIONS),
                        values.get(ElasticsearchSettings.BUFFER_BYTES),
                        values.get(ElasticsearchSettings.MAX_DOCUMENT_BYTES)),
                values.get(ElasticsearchSettings.REQUEST_TIMEOUT));
    }
}
