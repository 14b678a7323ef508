import { cp, mkdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { build } from "esbuild"
import { describe, expect, it } from "vitest"
import { folderWith } from "../workspace/workspace.fixture.ts"
import { prompt_names, renderPrompt } from "./prompt_file.ts"

const values = {
  success_criterion: "the sum is right",
  kind: "edit",
  recent_output: "+ a",
  principles: "(none)",
  memories: "(none)",
}
const every_placeholder = Object.keys(values)
  .map((name) => `{{${name}}}`)
  .join(" ")

const own = fileURLToPath(new URL("../../prompts", import.meta.url))

describe("renderPrompt", () => {
  it("fills in each placeholder of the package's own file", async () => {
    const prompt = await renderPrompt("critique", values)
    expect(prompt).toContain("The work is done when:\n\nthe sum is right\n")
    expect(prompt).not.toMatch(/\{\{|^\s|\s$/)
  })

  it("takes a file of the host's folder, and its own for those the folder has not", async () => {
    const prompt_dir = await folderWith({ "critique.md": `\n# Ours\n${every_placeholder} {{kind}}\n\n` })
    expect(await renderPrompt("critique", values, { prompt_dir })).toBe(
      "# Ours\nthe sum is right edit + a (none) (none) edit",
    )
    const empty = await folderWith()
    expect(await renderPrompt("critique", values, { prompt_dir: empty })).toBe(
      await renderPrompt("critique", values),
    )
  })

  it("does not replace what a value contains", async () => {
    const prompt_dir = await folderWith({ "critique.md": every_placeholder })
    const hostile = {
      ...values,
      success_criterion: "{{recent_output}} $& $1 {{nothing}}",
      recent_output: "{{kind}}",
    }
    expect(await renderPrompt("critique", hostile, { prompt_dir })).toBe(
      "{{recent_output}} $& $1 {{nothing}} edit {{kind}} (none) (none)",
    )
  })

  it("names the file and the placeholder that has no value", async () => {
    const prompt_dir = await folderWith({ "critique.md": `${every_placeholder} {{knid}} {{constructor}}` })
    await expect(renderPrompt("critique", values, { prompt_dir })).rejects.toThrow(
      expect.objectContaining({
        code: "invalid_option",
        option: join(prompt_dir, "critique.md"),
        message: expect.stringContaining("{{knid}} is no value of this prompt"),
      }),
    )
    const inherited = await folderWith({ "critique.md": `${every_placeholder} {{constructor}}` })
    await expect(renderPrompt("critique", values, { prompt_dir: inherited })).rejects.toThrow(
      /\{\{constructor\}\}/,
    )
  })

  it("names the file and the placeholder that it lacks", async () => {
    const prompt_dir = await folderWith({ "critique.md": every_placeholder.replace("{{principles}}", "") })
    await expect(renderPrompt("critique", values, { prompt_dir })).rejects.toThrow(
      expect.objectContaining({
        option: join(prompt_dir, "critique.md"),
        message: expect.stringContaining("{{principles}} is missing"),
      }),
    )
  })

  it("refuses a folder that is not there, instead of taking its own prompts in silence", async () => {
    const prompt_dir = join(await folderWith(), "promts")
    await expect(renderPrompt("critique", values, { prompt_dir })).rejects.toThrow(
      expect.objectContaining({ code: "invalid_option", option: "prompt_dir" }),
    )
  })
})

describe("the package", () => {
  it("has a file for each prompt, each of them written", async () => {
    const texts = await Promise.all(prompt_names.map((name) => readFile(join(own, `${name}.md`), "utf8")))
    expect(prompt_names.filter((_, at) => (texts[at]?.length ?? 0) < 300)).toEqual([])
  })

  it("finds its prompts once it is built, beside dist and not in the host's folder", async () => {
    const host = await folderWith({ "prompts/triage.md": "the host's" })
    const installed = join(host, "node_modules", "stdlib")
    await mkdir(installed, { recursive: true })
    await cp(own, join(installed, "prompts"), { recursive: true })
    await build({
      entryPoints: [fileURLToPath(new URL("prompt_file.ts", import.meta.url))],
      outfile: join(installed, "dist", "self_correction.mjs"),
      bundle: true,
      format: "esm",
      platform: "node",
      logLevel: "silent",
    })
    const built: unknown = await import(pathToFileURL(join(installed, "dist", "self_correction.mjs")).href)
    const { renderPrompt: render } = built as { readonly renderPrompt: typeof renderPrompt }
    expect(await render("critique", values)).toBe(await renderPrompt("critique", values))
  })
})
