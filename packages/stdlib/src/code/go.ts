import type { SyntaxNode } from "@proofloop/parsers"
import type { Definition } from "./definition.ts"
import { children, definitionAt, field, fields } from "./syntax_node.ts"

/** Functions, methods as "Type.Method", types, constants and variables of a Go file. */
export function goDefinitions(root: SyntaxNode): readonly Definition[] {
  return children(root).flatMap((node) => {
    if (node.type === "function_declaration") return named(node, "function")
    if (node.type === "method_declaration") return method(node)
    if (node.type === "type_declaration") return children(node).flatMap((spec) => named(spec, kindOf(spec)))
    if (node.type === "const_declaration" || node.type === "var_declaration") return values(node)
    return []
  })
}

function named(node: SyntaxNode, kind: Definition["kind"], owner?: string): readonly Definition[] {
  const name = field(node, "name")
  if (name === null || name.text === "_") return []
  return [
    definitionAt({ node, name, kind, owner, public: isExported(name.text), inherited: kind === "method" }),
  ]
}

function method(node: SyntaxNode): readonly Definition[] {
  const receiver = children(field(node, "receiver"))[0]
  const type = receiver === undefined ? null : field(receiver, "type")
  const owner = /[\p{L}_][\p{L}\p{N}_]*/u.exec(type?.text ?? "")?.[0]
  return owner === undefined ? [] : named(node, "method", owner)
}

function kindOf(spec: SyntaxNode): Definition["kind"] {
  const type = field(spec, "type")?.type
  if (type === "interface_type") return "interface"
  return type === "struct_type" ? "class" : "type"
}

function values(node: SyntaxNode): readonly Definition[] {
  const lists = children(node).flatMap((child) =>
    child.type === "var_spec_list" ? children(child) : [child],
  )
  return lists.flatMap((spec) =>
    fields(spec, "name")
      .filter((name) => name.type === "identifier" && name.text !== "_")
      .map((name) => definitionAt({ node: spec, name, kind: "variable", public: isExported(name.text) })),
  )
}

function isExported(name: string): boolean {
  return /^\p{Lu}/u.test(name)
}
