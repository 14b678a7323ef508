import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { cleanEnvironment, run, toolPath } from "../child.mjs"
import { root } from "../setup.mjs"
import { type CodeBlock, codeBlocks, type MarkdownPage } from "./markdown_page.ts"

/**
 * A `ts` block of a page as a module. "ts continued" goes on with the block before it. "ts runs" is a whole program that is
 * plain JavaScript as well, and the `text` block behind it is what it prints. Names nobody declares are the reader's own:
 * `fixtures/host.ts`.
 */
export interface Snippet {
  readonly path: string
  /** 1-based, of its first line in the page. */
  readonly line: number
  readonly code: string
  /** Lines of `code` that belong to the blocks before. */
  readonly lines_before: number
  /** The block that says what it prints, if it is a program. */
  readonly output: CodeBlock | null
}

/** The TypeScript of a page, in order. */
export function snippetsOf(page: MarkdownPage): readonly Snippet[] {
  const snippets: Snippet[] = []
  const blocks = codeBlocks(page)
  for (const [index, block] of blocks.entries()) {
    if (block.words[0] !== "ts") continue
    const before = block.words.includes("continued") ? snippets.at(-1)?.code : undefined
    const code = before === undefined ? block.code : `${before}\n${block.code}`
    const output = block.words.includes("runs") ? outputOf(block, blocks[index + 1]) : null
    const lines_before = before === undefined ? 0 : before.split("\n").length
    snippets.push({ path: block.path, line: block.line, code, lines_before, output })
  }
  return snippets
}

function outputOf(program: CodeBlock, next: CodeBlock | undefined): CodeBlock {
  if (next?.words[0] === "text") return next
  throw new Error(`${program.path}:${program.line}: no text block behind it says what it prints`)
}

/** What the compiler, with the settings of this checkout, has against each snippet. */
export async function typeProblems(snippets: readonly Snippet[]): Promise<readonly string[]> {
  return inWorkshop(async (folder) => {
    const files = new Map(snippets.map((snippet, index) => [`snippet_${index}.ts`, snippet]))
    for (const [file, { code }] of files) writeFileSync(join(folder, file), `${code}\nexport {}\n`)
    copyFileSync(new URL("fixtures/host.ts", import.meta.url), join(folder, "host.ts"))
    const compilerOptions = {
      noEmit: true,
      incremental: false,
      declaration: false,
      allowImportingTsExtensions: true,
      rewriteRelativeImportExtensions: false,
    }
    const config = { extends: join(root, "tsconfig.base.json"), compilerOptions, include: ["*.ts"] }
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config))
    const args = [toolPath(root, "typescript", "tsc"), "-p", folder, "--pretty", "false"]
    const { code, output } = await run(process.execPath, args, { cwd: folder, env: cleanEnvironment() })
    if (code === 0) return []
    return output
      .trim()
      .split("\n")
      .flatMap((line) => {
        // Indented lines say more; what is wrong in the packages themselves is for tsc -b.
        const [, file = "", number = "", problem = ""] = /^(\S+)\((\d+),\d+\): (.*)/.exec(line) ?? []
        const snippet = files.get(file)
        if (snippet === undefined) return /^ |^\S+\/\S+\(/.test(line) ? [] : [line]
        const own_line = Number(number) - snippet.lines_before
        // What is wrong before is told of the block it is in.
        return own_line < 1 ? [] : [`${snippet.path}:${snippet.line + own_line - 1}: ${problem}`]
      })
  })
}

/** The pages that have programs, with what these print now: each is run in an empty folder. Rejects when one fails. */
export async function withOutputs(pages: readonly MarkdownPage[]): Promise<readonly MarkdownPage[]> {
  const found = pages
    .map((page) => ({ page, programs: snippetsOf(page).filter(({ output }) => output !== null) }))
    .filter(({ programs }) => programs.length > 0)
  const printed = await printedBy(found.flatMap(({ programs }) => programs))
  return found.map(({ page, programs }) => {
    const lines = page.text.split("\n")
    const outputs = programs.map((program) => ({ block: program.output, text: printed.shift() ?? "" }))
    // From the last to the first, so that the lines before keep their numbers.
    for (const { block, text } of outputs.toReversed()) {
      if (block === null) continue
      const old = block.code === "" ? 0 : block.code.split("\n").length
      lines.splice(block.line - 1, old, ...text.trimEnd().split("\n"))
    }
    return { path: page.path, text: lines.join("\n") }
  })
}

async function printedBy(programs: readonly Snippet[]): Promise<string[]> {
  return inWorkshop(async (folder) => {
    const files = programs.map((program, index) => {
      const file = join(folder, `program_${index}.mjs`)
      writeFileSync(file, program.code)
      return pathToFileURL(file).href
    })
    const main = join(folder, "main.mjs")
    // One process, one program after the other: to start one costs more than to run it.
    const loop = `await import(file)\n  console.log("\\u0000")`
    writeFileSync(main, `for (const file of ${JSON.stringify(files)}) {\n  ${loop}\n}\n`)
    const cwd = join(folder, "empty")
    mkdirSync(cwd)
    const env = { ...cleanEnvironment(), NO_COLOR: "1" }
    const args = [fileURLToPath(import.meta.resolve("tsx/cli")), main]
    const { code, output } = await run(process.execPath, args, { cwd, env, timeout: 60_000 })
    const printed = output.split("\u0000\n")
    if (code === 0 && printed.length === programs.length + 1) return printed.slice(0, -1)
    const failed = programs[printed.length - 1]
    throw new Error(`${failed?.path}:${failed?.line}: this program ended with ${code}:\n${printed.at(-1)}`)
  })
}

/** A folder from which imports find every package of ours, and what examples/ and the root have installed. */
async function inWorkshop<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const workshop = mkdtempSync(join(tmpdir(), "proofloop-docs-"))
  try {
    let folder = workshop
    for (const installed of ["packages/proofloop", ".", "examples"]) {
      folder = join(folder, "in")
      mkdirSync(folder)
      symlinkSync(join(root, installed, "node_modules"), join(folder, "node_modules"), "junction")
    }
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n')
    return await work(folder)
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
}
