/* SPDX-License-Identifier: Apache-2.0 */
package io.hbasesearch.client;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * One cell.
 *
 * @param value the text; null if the cell is not text
 * @param base64 the bytes; null if the cell is text
 * @param timestamp HBase's, usually milliseconds since the epoch
 */
public record CellValue(String value, String base64, long timestamp) {
    public byte[] bytes() {
        return value != null
                ? value.getBytes(StandardCharsets.UTF_8)
                : Base64.getDecoder().decode(base64);
    }
}
