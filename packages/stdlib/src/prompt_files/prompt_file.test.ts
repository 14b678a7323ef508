import { mkdtempSync } from "node:fs"
import { cp, mkdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { build } from "esbuild"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { addFiles, folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { promptRenderer, type RenderPrompt } from "./prompt_file.ts"

const VALUES = {
  success_criterion: "the sum is right",
  kind: "edit",
  recent_output: "+ a",
  principles: "(none)",
  memories: "(none)",
}
const EVERY_PLACEHOLDER = Object.keys(VALUES)
  .map((name) => `{{${name}}}`)
  .join(" ")

const own = mkdtempSync(join(tmpdir(), "proofloop-prompts-"))
const renderPrompt: RenderPrompt<"critique"> = promptRenderer(
  "stdlib",
  pathToFileURL(join(own, "src", "any.ts")).href,
)

beforeAll(() =>
  addFiles(own, {
    "package.json": '{ "name": "stdlib", "exports": "./index.js" }',
    "index.js": "",
    "prompts/critique.md": `\nThe work is done when:\n\n{{success_criterion}}\n\n${EVERY_PLACEHOLDER}\n`,
  }),
)
afterAll(() => rm(own, { recursive: true, force: true }))

describe("renderPrompt", () => {
  it("fills in each placeholder of the package's own file", async () => {
    const prompt = await renderPrompt("critique", VALUES)
    expect(prompt).toContain("The work is done when:\n\nthe sum is right\n")
    expect(prompt).not.toMatch(/\{\{|^\s|\s$/)
  })

  it("takes a file of the host's folder, and its own for those the folder has not", async () => {
    const prompt_dir = await folderWith({ "critique.md": `\n# Ours\n${EVERY_PLACEHOLDER} {{kind}}\n\n` })
    expect(await renderPrompt("critique", VALUES, { prompt_dir })).toBe(
      "# Ours\nthe sum is right edit + a (none) (none) edit",
    )
    const empty = await folderWith()
    expect(await renderPrompt("critique", VALUES, { prompt_dir: empty })).toBe(
      await renderPrompt("critique", VALUES),
    )
  })

  it("does not replace what a value contains", async () => {
    const prompt_dir = await folderWith({ "critique.md": EVERY_PLACEHOLDER })
    const hostile = {
      ...VALUES,
      success_criterion: "{{recent_output}} $& $1 {{nothing}}",
      recent_output: "{{kind}}",
    }
    expect(await renderPrompt("critique", hostile, { prompt_dir })).toBe(
      "{{recent_output}} $& $1 {{nothing}} edit {{kind}} (none) (none)",
    )
  })

  it("names the file and the placeholder that has no value", async () => {
    const prompt_dir = await folderWith({ "critique.md": `${EVERY_PLACEHOLDER} {{knid}} {{constructor}}` })
    await expect(renderPrompt("critique", VALUES, { prompt_dir })).rejects.toThrow(
      expect.objectContaining({
        code: "invalid_option",
        option: join(prompt_dir, "critique.md"),
        message: expect.stringContaining("{{knid}} is not a value of this prompt"),
      }),
    )
    const inherited = await folderWith({ "critique.md": `${EVERY_PLACEHOLDER} {{constructor}}` })
    await expect(renderPrompt("critique", VALUES, { prompt_dir: inherited })).rejects.toThrow(
      /\{\{constructor\}\}/,
    )
  })

  it("names the file and the placeholder that it lacks", async () => {
    const prompt_dir = await folderWith({ "critique.md": EVERY_PLACEHOLDER.replace("{{principles}}", "") })
    await expect(renderPrompt("critique", VALUES, { prompt_dir })).rejects.toThrow(
      expect.objectContaining({
        option: join(prompt_dir, "critique.md"),
        message: expect.stringContaining("{{principles}} is missing"),
      }),
    )
  })

  it("refuses a folder that is not there, instead of taking its own prompts in silence", async () => {
    const prompt_dir = join(await folderWith(), "promts")
    await expect(renderPrompt("critique", VALUES, { prompt_dir })).rejects.toThrow(
      expect.objectContaining({ code: "invalid_option", option: "prompt_dir" }),
    )
  })
})

describe("the package", () => {
  it.each([
    ["once it is built, beside dist", join("node_modules", "stdlib", "dist")],
    ["in a bundle of the host, where it is installed", "dist"],
  ])("finds its prompts %s, and not in the host's folder", async (_, place) => {
    const host = await folderWith({
      "package.json": '{ "name": "host" }',
      "prompts/critique.md": "the host's",
    })
    const installed = join(host, "node_modules", "stdlib")
    await mkdir(installed, { recursive: true })
    await cp(own, installed, { recursive: true })
    const outfile = join(host, place, "prompts.mjs")
    await build({
      stdin: {
        contents: `import { promptRenderer } from "./prompt_file.ts"
          export const render = promptRenderer("stdlib", import.meta.url)`,
        resolveDir: fileURLToPath(new URL(".", import.meta.url)),
      },
      outfile,
      bundle: true,
      format: "esm",
      platform: "node",
      logLevel: "silent",
    })
    const built: unknown = await import(pathToFileURL(outfile).href)
    const { render } = built as { readonly render: typeof renderPrompt }
    expect(await render("critique", VALUES)).toBe(await renderPrompt("critique", VALUES))
  })
})
