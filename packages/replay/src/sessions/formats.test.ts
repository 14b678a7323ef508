import { readdirSync } from "node:fs"
import { expect, it } from "vitest"
import { importers } from "./formats.ts"
import { detectFormat } from "./read_sessions.ts"
import { sessionFormats } from "./read_source.ts"
import { diskFile } from "./reading/disk_file.ts"
import { readHead } from "./reading/head.ts"
import { fixturePath } from "./sessions.fixture.ts"

const names = readdirSync(fixturePath("")).filter((name) => name !== "README.md")

it("has recordings of every format", () => {
  const missing = sessionFormats.filter(({ format }) => !names.some((name) => name.startsWith(format)))
  expect(missing).toEqual([])
})

it.each(names)("%s is recognised by its own importer alone", async (name) => {
  const head = await readHead(diskFile(fixturePath(name), 0))
  const found = importers.filter((importer) => importer.recognises(head)).map(({ format }) => format)
  expect(found).toEqual([sessionFormats.find(({ format }) => name.startsWith(format))?.format])
})

it("recognises nothing in what is not a session", async () => {
  expect(await detectFormat(fixturePath("README.md"))).toBeNull()
  expect(await detectFormat(fixturePath("../../../package.json"))).toBeNull()
})
