import type { SyntaxNode } from "@proofloop/parsers"
import { isOfTable, type Language, type TableLanguage } from "./language.ts"
import type { Parameter, Signature } from "./signature.ts"
import { children, field, fields } from "./syntax_node.ts"
import { tableSignatures } from "./table_signatures.ts"
import { definitionsOf } from "./tree_definitions.ts"
import type { SourceTree, TreeReader } from "./tree_reader.ts"

/** Functions, methods and constructors whose parameters are certain: declared once, none that takes what is left. */
export const signatureReader: TreeReader<ReadonlyMap<string, Signature>> = {
  name: "signatures",
  read: (tree) => signaturesIn(tree),
  // A function keeps its parameters where no changed line could hold one.
  expects: ({ text, other }) => other !== null && mayChange(text, other),
}

/** Whether lines of one text that the other does not have may belong to the head of a function. */
export function mayChange(text: string, other: string): boolean {
  const [lines, others] = [new Set(text.split("\n")), new Set(other.split("\n"))]
  return [...lines, ...others].some((line) => !(lines.has(line) && others.has(line)) && HEAD.test(line))
}

/** A bracket, a comma or a colon, or a name alone: what stands in lists of parameters. */
const HEAD = /[(),:]|^\s{0,200}[\w$]{1,100}\s{0,200}$/

function signaturesIn({ language, root, captures }: SourceTree): ReadonlyMap<string, Signature> {
  if (isOfTable(language)) return tableSignatures(language, root, captures)
  const known = new Map(definitionsOf(language, root).map((one) => [one.offset, one]))
  const found = new Map<string, Signature | null>()
  for (const { node } of captures(FUNCTIONS[language])) {
    const name = field(node, "name")
    if (name === null) continue
    const definition = known.get(name.startIndex)
    const type = definition === undefined ? typeConstructedBy(node, name) : null
    const is_own = definition?.name === "__init__"
    const qualified = is_own
      ? definition.qualified_name.replace(/__init__$/, "constructor")
      : (definition?.qualified_name ?? (type === null ? null : `${type}.constructor`))
    if (qualified === null) continue
    const is_certain = definition?.registered !== true && !found.has(qualified) && !isDecorated(node)
    found.set(qualified, is_certain ? signatureOf(node, qualified, name) : null)
  }
  return new Map([...found].flatMap(([name, signature]) => (signature === null ? [] : [[name, signature]])))
}

const SCRIPT = `
  (function_declaration) @f
  (generator_function_declaration) @f
  (method_definition) @f
  (variable_declarator value: [(arrow_function) (function_expression)]) @f`
const TYPED = `${SCRIPT} (function_signature) @f (method_signature) @f (abstract_method_signature) @f`

const FUNCTIONS: Readonly<Record<Exclude<Language, TableLanguage>, string>> = {
  python: "(function_definition) @f",
  javascript: SCRIPT,
  typescript: TYPED,
  tsx: TYPED,
  go: "(function_declaration) @f (method_declaration) @f",
  rust: "(function_item) @f",
  java: "(method_declaration) @f (constructor_declaration) @f",
}

/** The class at the top of a file whose constructor it is. */
function typeConstructedBy(node: SyntaxNode, name: SyntaxNode): string | null {
  const type = node.parent?.parent ?? null
  if (node.type !== "constructor_declaration" && name.text !== "constructor") return null
  const is_top =
    type?.parent?.parent === null ||
    type?.parent?.type === "export_statement" ||
    type?.parent?.type === "program"
  return is_top && type !== null ? (field(type, "name")?.text ?? null) : null
}

/** Python alone: what a decorator makes of a function may have other parameters. */
function isDecorated(node: SyntaxNode): boolean {
  if (node.parent?.type !== "decorated_definition") return false
  return children(node.parent).some(
    ({ type, text }) => type === "decorator" && !/^@(?:staticmethod|classmethod)$/.test(text.trim()),
  )
}

function signatureOf(node: SyntaxNode, qualified_name: string, name: SyntaxNode): Signature | null {
  const holder = field(node, "value") ?? node
  // A function of JavaScript may look at all it was given.
  if (/\barguments\b/.test(field(holder, "body")?.text ?? "")) return null
  const single = field(holder, "parameter")
  const list = single === null ? children(field(holder, "parameters")) : [single]
  const found: Array<Parameter | "receiver"> = []
  let by: Parameter["by"] = node.type === "function_definition" ? "both" : "position"
  for (const one of list) {
    if (one.type.endsWith("comment")) continue
    if (one.type === "keyword_separator") by = "keyword"
    else if (one.type === "positional_separator")
      found.splice(
        0,
        found.length,
        ...found.map((known) => (known === "receiver" ? known : { ...known, by: "position" as const })),
      )
    else {
      const parameters = parametersOf(one, by)
      if (parameters === null) return null
      found.push(...parameters)
    }
  }
  const owner = qualified_name.includes(".") ? qualified_name.slice(0, qualified_name.lastIndexOf(".")) : ""
  const parameters = found.filter((one) => one !== "receiver")
  const is_static =
    node.parent?.type === "decorated_definition" && /@staticmethod\b/.test(node.parent.text.slice(0, 500))
  const first =
    node.type === "function_definition" && owner !== "" && !is_static ? parameters.shift() : undefined
  const given = /^\(\s{0,9}(\w{1,100})\s/.exec(field(node, "receiver")?.text ?? "")?.[1]
  return {
    qualified_name,
    owner,
    line: name.startPosition.row + 1,
    parameters,
    on_value: found.includes("receiver"),
    is_private: children(node).some(({ type, text }) => type === "modifiers" && /\bprivate\b/.test(text)),
    receiver: first?.name ?? given ?? "",
  }
}

/** null: it takes what is left, or is not understood. */
function parametersOf(node: SyntaxNode, by: Parameter["by"]): ReadonlyArray<Parameter | "receiver"> | null {
  const one = (name: string | undefined, required: boolean) =>
    name === undefined ? null : [{ name, required, by } satisfies Parameter]
  switch (node.type) {
    case "identifier":
    case "object_pattern":
    case "array_pattern":
      return one(node.text, true)
    case "typed_parameter": {
      const [name] = children(node)
      return name?.type === "identifier" ? one(name.text, true) : null
    }
    case "default_parameter":
    case "typed_default_parameter":
      return one(field(node, "name")?.text, false)
    case "assignment_pattern":
      return one(field(node, "left")?.text, false)
    case "required_parameter":
    case "optional_parameter": {
      const pattern = field(node, "pattern")
      if (pattern?.type === "this") return []
      if (pattern === null || pattern.type === "rest_pattern") return null
      const may_be_left_out = /(?:^:|\|)\s{0,9}void\s{0,9}(?:$|\|)/.test(field(node, "type")?.text ?? "")
      return one(
        pattern.text,
        node.type === "required_parameter" && field(node, "value") === null && !may_be_left_out,
      )
    }
    case "parameter_declaration": {
      const names = fields(node, "name").map(({ text }) => text)
      return (names.length === 0 ? [""] : names).map((name) => ({ name, required: true, by }))
    }
    case "self_parameter":
    case "receiver_parameter":
      return ["receiver"]
    case "parameter":
      return one(field(node, "pattern")?.text, true)
    case "formal_parameter":
      return one(field(node, "name")?.text, true)
    default:
      return null
  }
}
