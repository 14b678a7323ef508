import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { type Expression, parseSync, type Program, Visitor } from "oxc-parser"
import { root } from "../setup.mjs"

/** A message that people or models read, with `…` for what is filled in. */
export interface Message {
  readonly file: string
  readonly text: string
}

/** Functions whose text arguments are shown to people or models, by name. */
const TELLING = /^(?:unable|refused|problem|misuse|note|warn|fail|lacking)$/
/** Fields of that kind. */
const FIELDS = /^(?:reason|why|problem|stop_detail|hint|advice|feedback|message)$/

/** What errors, refusals and reasons say, and all that the command says; critics have pages of their own. */
export function productMessages(): readonly Message[] {
  return execFileSync("git", ["ls-files", "packages/*/src/**/*.ts", "packages/*/src/*.ts"], {
    cwd: root,
    encoding: "utf8",
  })
    .split("\n")
    .filter(
      (file) => file !== "" && !/\.(?:test|fixture)\.ts$|\/(?:fixtures|client|testing|critics)\//.test(file),
    )
    .flatMap((file) => messagesIn(file).map((text) => ({ file, text })))
}

function messagesIn(file: string): readonly string[] {
  const { program } = parseSync(file, readFileSync(join(root, file), "utf8"))
  const found: string[] = []
  const add = (node: Expression) => found.push(...textsOf(node).filter((text) => IS_WORDS.test(text)))
  new Visitor({
    NewExpression({ callee, arguments: given }) {
      if (callee.type !== "Identifier" || !/(?:Error|Misuse|Fault|Problem)$/.test(callee.name)) return
      const [details] = given
      if (callee.name !== "InvalidOptionError" || details?.type !== "ObjectExpression") {
        for (const argument of given) add(argument as Expression)
        return
      }
      const field = (name: string): readonly string[] =>
        details.properties.flatMap((one) =>
          one.type === "Property" && one.key.type === "Identifier" && one.key.name === name
            ? textsOf(one.value)
            : [],
        )
      const [option = "…"] = field("option")
      found.push(...field("expected").map((expected) => `${option}: expected ${expected}`))
    },
    CallExpression({ callee, arguments: given }) {
      if (callee.type === "Identifier" && TELLING.test(callee.name))
        for (const one of given) add(one as Expression)
    },
    Property({ key, value }) {
      if (key.type === "Identifier" && FIELDS.test(key.name)) add(value as Expression)
    },
  }).visit(program)
  return file.startsWith("packages/proofloop/") ? [...found, ...otherWords(file, program, found)] : found
}

/** What the command prints beside errors, and its help: every other text of four words or more that is no code. */
function otherWords(file: string, program: Program, known: readonly string[]): readonly string[] {
  if (/\/src\/(?:replay\/html|demo)\/|comment_syntax/.test(file)) return []
  const seen = [...known]
  const found: string[] = []
  const add = (text: string): void => {
    if (seen.some((one) => one.includes(text))) return
    seen.push(text)
    const paragraphs = text.split(/\n{2,}/).map((one) => one.trim())
    found.push(...paragraphs.flatMap(linesOf).filter(isSaid))
  }
  new Visitor({
    Literal({ value }) {
      if (typeof value === "string") add(value)
    },
    TemplateLiteral({ quasis }) {
      add(quasis.map(({ value }) => value.cooked ?? "").join("…"))
    },
  }).visit(program)
  return found
}

/** Exit codes are told a line each; examples are no words. */
function linesOf(paragraph: string): readonly string[] {
  if (/^examples?\n/.test(paragraph)) return []
  return paragraph.startsWith("exit codes\n") ? paragraph.split("\n").slice(1) : [paragraph]
}

const IS_WORDS = /[a-z]{2,} [a-z…]/i
const IS_CODE = /^:root|<\/?[a-z]+[ >]|[{;:]\s*\n|=>|^(?:npx|npm) /
const LEAST_WORDS = 4

function isSaid(text: string): boolean {
  const words = text.split(/\s+/).filter((word) => /[a-z]{2}|…/i.test(word))
  return IS_WORDS.test(text) && !IS_CODE.test(text) && words.length >= LEAST_WORDS
}

/** The texts an expression may be, as far as they are written there. */
function textsOf(node: Expression | null | undefined): readonly string[] {
  if (node === null || node === undefined) return []
  if (node.type === "Literal") return typeof node.value === "string" ? [node.value] : []
  if (node.type === "TemplateLiteral") {
    return [node.quasis.map(({ value }) => value.cooked ?? "").join("…")]
  }
  if (node.type === "ConditionalExpression") return [...textsOf(node.consequent), ...textsOf(node.alternate)]
  if (node.type === "LogicalExpression") return [...textsOf(node.left), ...textsOf(node.right)]
  if (node.type === "BinaryExpression" && node.operator === "+") {
    const [left = "…"] = textsOf(node.left)
    const [right = "…"] = textsOf(node.right)
    return [left + right]
  }
  if (node.type === "ParenthesizedExpression") return textsOf(node.expression)
  return []
}
