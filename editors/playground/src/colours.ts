// The colours of the text, by the grammar that editors have of it.
import { StreamLanguage, syntaxHighlighting, type StringStream } from "@codemirror/language";
import { classHighlighter } from "@lezer/highlight";
import grammar from "../../vscode/syntaxes/game.tmLanguage.json";

type Rule = { match?: string; name?: string; captures?: Record<string, { name: string }> };

/** What a sort of words is called here, by the beginning of its name there; the first that fits. */
const CALLED = [
  ["comment", "comment"],
  ["string", "string"],
  ["constant.numeric", "number"],
  ["constant", "atom"],
  ["variable.language", "atom"],
  ["variable.other.member", "propertyName"],
  ["entity.name.type", "typeName"],
  ["entity.name.tag", "meta"],
  ["keyword.operator.rulesdsl", "operator"],
  ["keyword", "keyword"],
] as const;

const called = (name: string): string | null => CALLED.find(([there]) => name.startsWith(there))?.[1] ?? null;
const rules = grammar.patterns.flatMap(({ include }) => {
  const rule = (grammar.repository as Record<string, Rule>)[include.slice(1)];
  if (!rule?.match) return [];
  const line = rule.match.startsWith("^");
  const pattern = new RegExp(line ? rule.match : `^(?:${rule.match})`);
  return [{ line, pattern, called: called(rule.name ?? rule.captures?.["1"]?.name ?? "") }];
});

function token(stream: StringStream, state: { row: boolean }): string | null {
  if (stream.sol()) state.row = stream.match(/^ *(?=\|)/, false) !== null;
  if (stream.match(/^"[^"]*"?/)) return "string";
  if (state.row && stream.match(/^[^|[#]+/)) return "string";
  for (const rule of rules) {
    if ((!rule.line || stream.sol()) && stream.match(rule.pattern)) return rule.called;
  }
  if (!stream.match(/^(?:\w+| +)/)) stream.next();
  return null;
}

export const colours = [
  StreamLanguage.define({ name: "rulesdsl", startState: () => ({ row: false }), token, languageData: { commentTokens: { line: "#" } } }),
  syntaxHighlighting(classHighlighter),
];
