import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { vendorPackages, VENDORED, withPackages } from "./project_manifest.mjs"
import { publishedPackages } from "./published.mjs"

const packages = publishedPackages(join(import.meta.dirname, "../.."))
const files = new Map(packages.map(({ name }) => [name, `file:./${name}.tgz`]))

test("a project names the command and what it is made of, and keeps what it has", () => {
  const text = '{\n\t"name": "shop",\n\t"devDependencies": { "vitest": "4" },\n\t"type": "module"\n}\n'
  const changed = withPackages(text, packages, files)
  expect(changed).toMatch(/^\{\n\t"name": "shop",\n\t"devDependencies": \{\n\t\t"vitest": "4",\n/)
  const { devDependencies, resolutions, type } = JSON.parse(changed)
  expect(type).toBe("module")
  expect(devDependencies).toMatchObject({
    proofloop: "file:./proofloop.tgz",
    "@proofloop/jobs": "file:./@proofloop/jobs.tgz",
  })
  expect(Object.keys(resolutions)).toEqual(Object.keys(devDependencies).filter((name) => name !== "vitest"))
})

test("an optional peer is not installed: Yarn 1 would refuse it on Node 20", () => {
  expect(withPackages("{}", packages, files)).not.toContain("dbos-sdk")
})

test("what was packed anew has another name, so that no cache has it", () => {
  const folder = mkdtempSync(join(tmpdir(), "proofloop vendor "))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, "package.json"), "{}")
  const [one] = packages
  if (one === undefined) throw new Error("no package")
  const packed = `${one.name.replace("@", "").replace("/", "-")}-${one.manifest.version}.tgz`
  const namesOf = (content: string): readonly string[] => {
    writeFileSync(join(folder, packed), content)
    vendorPackages(folder, folder, [one])
    return readdirSync(join(folder, VENDORED))
  }
  const [first] = namesOf("one")
  expect(namesOf("one")).toEqual([first])
  const [second, ...others] = namesOf("two")
  expect([second === first, others]).toEqual([false, []])
  expect(readFileSync(join(folder, VENDORED, second ?? ""), "utf8")).toBe("two")
})
