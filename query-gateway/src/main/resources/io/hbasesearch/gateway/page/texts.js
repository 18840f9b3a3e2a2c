/* SPDX-License-Identifier: Apache-2.0 */
// The page's own texts. Messages of the gateway are shown as they come.

const TEXTS = {
  en: {
    index: "Index",
    terms: "Search terms",
    search: "Search",
    more: "Show more",
    keys: "to search", rows: "rows", open: "open a row", back: "back",
    keyTitle: "This gateway requires an API key", key: "API key", keyKept: "It is kept in this tab until you close it.", keyUse: "Use this key",
    noAnswer: "The gateway does not answer", stopped: "It may have been stopped.", again: "Try again in a moment.",
    unreadable: "The answer cannot be read", failed: "The request failed", pageFailed: "The page failed",
    noIndex: (name) => `No index "${name}"`,
    notOpen: "Nothing was searched. This gateway has no index of this name, or your API key does not open it.",
    notThere: "Nothing was searched. This gateway has no index of this name.",
    known: "Search another index:",
    noneYet: "No index exists yet", create: "Create one:",
    count: (value, total) => `${value} ${total === 1 ? "row" : "rows"}`,
    atLeast: "at least ",
    none: "No rows found",
    noneHelp: "A row must contain all words of the query, and the words of a phrase must be adjacent. Try fewer words, or begin*.",
    inTable: "counted in the table", inIndex: "counted by the index",
    meant: ["Did you mean ", "?"],
    cut: "cut short: ",
    unfinished: "The query is not complete. Enter shows why.",
    copy: "Copy this search as a command", copied: "copied",
    filters: "Filters", remove: (filter) => `Remove the filter ${filter}`,
    times: (zone) => `times in ${zone}`,
    rowKey: "row key", relevance: "relevance", unmappable: "This row no longer fits the index: ",
    cells: "cells in HBase", column: "column", value: "value", written: (zone) => `written (${zone})`, keyInUrls: "key in URLs ",
    fieldsOf: (name) => `Fields of ${name}`, table: (name) => `The table ${name}`, tableRows: (rows) => `, ${rows} rows`,
    field: "field", kind: "kind", theKey: "the row key", onlyAs: (name) => `found only as ${name}:…`,
    syntax: "Query syntax", query: "query", meaning: "what it finds",
    zone: (name) => `Days and times in queries and rows are those of ${name}.`,
    guide: "More examples", guidePage: "how-to-ask.md",
    examples: (number, date) => [
      ["two words", "rows with both"],
      ['"a phrase"', "words next to each other"],
      ["begin*", "words that start with begin"],
      ["roam~1", "words that differ in one letter"],
      ["field:word", "word in this field only"],
      [`${number}>1000`, "numbers above another; also >=, < and <="],
      [`${number}:[1000 TO 3000]`, "numbers from one to another"],
      [`${date}:2026-03-02`, "a day"],
      [`${date}>=2026-03-02`, "from a day on"],
      [`${date}>now-7d`, "the last seven days; units are y M w d h m s"],
      ["this -that", "rows with this but without that"],
      ["(this OR that) AND more", "both groups; OR and AND in capital letters"],
    ],
  },
  zh: {
    index: "索引",
    terms: "搜索词",
    search: "搜索",
    more: "显示更多",
    keys: "搜索", rows: "选择行", open: "展开行", back: "返回",
    keyTitle: "此网关需要 API 密钥", key: "API 密钥", keyKept: "密钥只保存在当前标签页，关闭后即清除。", keyUse: "使用此密钥",
    noAnswer: "网关没有响应", stopped: "网关可能已停止。", again: "请稍后再试。",
    unreadable: "无法解析响应", failed: "请求失败", pageFailed: "页面出错",
    noIndex: (name) => `没有索引“${name}”`,
    notOpen: "未执行搜索。网关没有这个索引，或者您的 API 密钥无权访问它。",
    notThere: "未执行搜索。网关没有这个索引。",
    known: "搜索其他索引：",
    noneYet: "还没有索引", create: "创建索引：",
    count: (value) => `${value} 行`,
    atLeast: "至少 ",
    none: "没有找到任何行",
    noneHelp: "一行必须包含查询里的所有词，短语里的词必须相连。中文词之间可以加空格，也可以减少搜索词，或用“开头*”。",
    inTable: "按表计数", inIndex: "按索引计数",
    meant: ["您是不是要找 ", "？"],
    cut: "结果不完整：",
    unfinished: "查询还不完整，按回车查看原因。",
    copy: "把这次搜索复制为命令", copied: "已复制",
    filters: "过滤条件", remove: (filter) => `移除过滤条件 ${filter}`,
    times: (zone) => `时区 ${zone}`,
    rowKey: "行键", relevance: "相关度", unmappable: "此行已不符合索引定义：",
    cells: "HBase 单元格", column: "列", value: "值", written: (zone) => `写入时间（${zone}）`, keyInUrls: "URL 中的行键 ",
    fieldsOf: (name) => `${name} 的字段`, table: (name) => `表 ${name}`, tableRows: (rows) => `，${rows} 行`,
    field: "字段", kind: "类型", theKey: "行键", onlyAs: (name) => `只能用 ${name}:… 搜索`,
    syntax: "查询语法", query: "查询", meaning: "结果",
    zone: (name) => `查询和结果中的日期、时间均按时区 ${name}。`,
    guide: "更多示例", guidePage: "how-to-ask.zh-CN.md",
    examples: (number, date) => [
      ["数据库 备份", "两个词都要有"],
      ['"关系数据库"', "词语必须相连"],
      ["数据*", "以“数据”开头的词"],
      ["roam~1", "差一个字母的词"],
      ["字段:词", "只在该字段里找"],
      [`${number}>1000`, "大于某个数值，也可用 >=、<、<="],
      [`${number}:[1000 TO 3000]`, "数值范围"],
      [`${date}:2026-03-02`, "某一天"],
      [`${date}>=2026-03-02`, "从某天起"],
      [`${date}>now-7d`, "最近七天；单位为 y M w d h m s"],
      ["数据库 -培训", "有前一个词，没有后一个词"],
      ["(数据库 OR 缓存) AND 备份", "分组；OR、AND 须大写"],
    ],
  },
};

const asked = new URLSearchParams(location.search).get("lang");

/** The language of the page: "en" or "zh". */
export const language = asked in TEXTS ? asked : navigator.language?.toLowerCase().startsWith("zh") ? "zh" : "en";
export const other = language === "zh" ? { code: "en", html: "en", name: "English" } : { code: "zh", html: "zh-CN", name: "中文" };
export const texts = TEXTS[language];

/** Writes the texts into the elements of the page that name them. */
export function translate() {
  document.documentElement.lang = language === "zh" ? "zh-CN" : "en";
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = texts[element.dataset.text];
  document.getElementById("q").placeholder = texts.terms;
  document.getElementById("index").title = texts.index;
}
