import type { Random } from "../../simulation/random.ts"
import type { Mistake } from "../mistake.ts"
import { type Body, bodiesOf, CODE, replaced, type Source } from "../source.ts"

type Fill = (body: Body, language: Source["language"]) => string | null

/** Functions whose work is gone while they are still there. */
export const stubs: readonly Mistake[] = [
  stub("not-implemented", "sources", ({ definition }, language) => {
    switch (language) {
      case "python":
        return "raise NotImplementedError"
      case "rust":
        return "todo!()"
      case "go":
        return 'panic("not implemented")'
      case "java":
        return 'throw new UnsupportedOperationException("Not implemented yet");'
      default:
        return `throw new Error("${definition.name} is not implemented")`
    }
  }),
  stub("empty-body", "sources", ({ head }, language) => {
    if (language === "python") return "pass"
    if (language === "rust") return head.includes("->") ? null : ""
    if (language === "go") return resultOf(head) === "" ? "" : null
    if (language === "java") return /\bvoid\s+\w+\s*\(/.test(head) ? "" : null
    return ""
  }),
  stub("constant", "sources", (body, language) => constantOf(body.head, language)),
  stub("todo-comment", "sources", (body, language) => {
    const constant = constantOf(body.head, language)
    if (constant === null) return null
    return `${language === "python" ? "#" : "//"} TODO: implement this\n${body.indent}${constant}`
  }),
  stub("logged-only", "sources", ({ head }, language) => {
    if (language === "python") return 'print("not implemented yet")\n'
    if (language === "script") return 'console.log("not implemented yet")'
    if (language === "go") return resultOf(head) === "" ? 'println("not implemented yet")' : null
    if (language === "rust") return head.includes("->") ? null : 'println!("not implemented yet");'
    return /\bvoid\s+\w+\s*\(/.test(head) ? 'System.out.println("not implemented yet");' : null
  }),
]

function stub(kind: string, of: Mistake["of"], fill: Fill): Mistake {
  return {
    kind: `stub-${kind}`,
    topic: "stub",
    languages: CODE,
    of,
    make(source, { random }) {
      for (const body of shuffled(bodiesOf(source, 4), random)) {
        const inside = fill(body, source.language)
        if (inside !== null) return [{ path: source.path, after: filled(source, body, inside) }]
      }
      return null
    },
  }
}

function filled({ text, language }: Source, { start, end, indent }: Body, inside: string): string {
  if (language === "python")
    return replaced(text, start, end, `${docstring(text.slice(start, end))}${indent}${inside}`)
  const closing = /\n([ \t]*)$/.exec(text.slice(0, end))?.[1] ?? ""
  return replaced(text, start, end, inside === "" ? "" : `\n${indent}${inside}\n${closing}`)
}

function docstring(body: string): string {
  return /^\s*"""[^"]{0,2000}"""[^\n]*\n/.exec(body)?.[0] ?? ""
}

function constantOf(head: string, language: Source["language"]): string | null {
  if (language === "python") return "return None"
  if (language === "script") return "return null"
  const result =
    language === "java"
      ? ((/([\w<>[\], ?]+)\s+\w+\s*\([^()]*\)[^()]*$/.exec(head)?.[1] ?? "").trim().split(" ").at(-1) ?? "")
      : resultOf(head)
  if (language === "java") {
    if (result === "void" || result === "") return null
    const known: Record<string, string> = {
      boolean: "false",
      int: "0",
      long: "0L",
      double: "0.0",
      String: '""',
    }
    return `return ${known[result] ?? "null"};`
  }
  if (language === "go") {
    const known: Record<string, string> = { error: "nil", bool: "false", string: '""', int: "0" }
    const one = known[result] ?? (/^(?:\*|\[\]|map\[)/.test(result) ? "nil" : null)
    return one === null ? null : `return ${one}`
  }
  if (result === "bool") return "false"
  if (result === "String") return "String::new()"
  if (result.startsWith("Option<")) return "None"
  if (/Result<\(\)/.test(result)) return "Ok(())"
  if (/^(?:usize|u\d+|i\d+)$/.test(result)) return "0"
  return result.startsWith("Vec<") ? "Vec::new()" : null
}

/** What stands between the parameters and the body of a function of Go or Rust. */
function resultOf(head: string): string {
  return (
    head
      .slice(head.lastIndexOf(")") + 1)
      .replace("->", "")
      .split(/\bwhere\b/)[0]
      ?.trim() ?? ""
  )
}

function shuffled<Item>(items: readonly Item[], random: Random): readonly Item[] {
  return items
    .map((item) => ({ item, key: random.int(0, 1_000_000) }))
    .sort((one, other) => one.key - other.key)
    .map(({ item }) => item)
}
