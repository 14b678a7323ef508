export type BuildErrorTag =
  | "signature_mismatch"
  | "type_mismatch"
  | "undefined_symbol"
  | "missing_import"
  | "syntax_error"
  | "other"

/** The first sort whose code or words an error has. */
export function classifyBuildError(code: string | undefined, message: string): BuildErrorTag {
  const text = message.slice(0, 2000)
  for (const [tag, codes, words] of TAXONOMY) {
    if ((code !== undefined && codes.test(code)) || words.test(text)) return tag
  }
  return "other"
}

const TAXONOMY: ReadonlyArray<readonly [BuildErrorTag, codes: RegExp, words: RegExp]> = [
  [
    "signature_mismatch",
    /^(?:TS(?:2554|2555|2556|2557)|E0061|E0107|E0050|E0053)$/,
    /\b(?:not enough|too many) (?:arguments|return values)\b|assignment mismatch|this (?:function|method) takes \d|cannot be applied to given types|wrong number of (?:arguments|type)/i,
  ],
  [
    "missing_import",
    /^(?:TS(?:2305|2307|2306|2613|2614|7016)|E0432|E0583|E0463)$/,
    /cannot find (?:module|package|crate)|unresolved import|could not import|no required module provides package|is not in (?:std|GOROOT)|package \S{1,200} does not exist|No module named|imported and not used/i,
  ],
  [
    "type_mismatch",
    /^(?:TS(?:2322|2345|2416|2739|2740|2741|2769)|E0308|E0277|E0282)$/,
    /mismatched types|incompatible types|cannot use .{1,300} as |\bis not assignable to\b|type mismatch|cannot be converted to|invalid operation:/i,
  ],
  [
    "undefined_symbol",
    /^(?:TS(?:2304|2339|2503|2551|2552|18004)|E0405|E0412|E0423|E0425|E0433|E0599|E0609|E0560)$/,
    /^undefined: |\bundeclared\b|cannot find (?:symbol|name|value|function|type|macro|struct|trait)|\bis not defined\b|has no (?:field|method|member)|no method named|not declared by package/i,
  ],
  [
    "syntax_error",
    /^(?:TS1\d{3}|SyntaxError|IndentationError|invalid-syntax)$/,
    /syntax error|SyntaxError|unclosed delimiter|mismatched closing delimiter|\bexpected (?:one of|an? |['"`;)\]}])|';' expected|illegal start of|unterminated|reached end of file while parsing|unexpected (?:token|EOF|newline|end)|\bunexpected .{1,80}, expect/i,
  ],
]
