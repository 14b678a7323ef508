import { changeSet } from "@proofloop/foundation/git"
import { describe, expect, it } from "vitest"
import { memoryFacts } from "../../repository/memory_facts.ts"
import { lookedAt } from "../looked_at.ts"
import { syntax } from "./syntax.ts"

async function judge(path: string, after: string | Uint8Array, before: string | null = null) {
  const change = changeSet([{ path, before, after }])
  return syntax.check(change, memoryFacts(before === null ? {} : { [path]: before }, change))
}

const latin = (text: string) => new Uint8Array(Buffer.from(text, "latin1"))

describe("XML and Dockerfiles", () => {
  it.each<[string, string | Uint8Array]>([
    ["pom.xml", "<project>\n  <name>&name;</name>\n</project>\n"],
    ["archetype-resources/pom.xml", "#set($a = '#')\n<project>\n"],
    ["templates/pom.xml", "<project>\n{{#if a}}<b>{{else}}<b c='d'>{{/if}}</b></project>"],
    ["wide.resx", new Uint8Array([0xff, 0xfe, ...Buffer.from("<a>\u00e9</a>", "utf16le")])],
    ["latin.xml", latin('<?xml version="1.0" encoding="ISO-8859-1"?><a>\u00e9</a>')],
    ["App.props", "log.level = info\n"],
    ["Dockerfile", "FROM node:22\nRUN a \\\n  && b\n"],
    ["Dockerfile", "{{ if x }}\nFROM a\n{{ end }}\nstep b\n"],
    ["Dockerfile.common", "COPY_ALL(a)\n"],
    ["Dockerfile.dockerignore", "*.tmp\n"],
  ])("%s passes, row %#", async (path, text) => {
    expect(await judge(path, text)).toEqual({ status: "pass" })
  })

  it.each<[string, string | Uint8Array, string, number]>([
    ["App.csproj", "<Project>\n  <ItemGroup>\n</Project>\n", "xml_syntax", 3],
    ["web.config", "<a>\n", "xml_syntax", 2],
    ["latin.xml", latin("<a>\u00e9</a>"), "encoding", 1],
    ["Dockerfile", "FROM a\nRUN b\n  && c\n", "dockerfile_syntax", 3],
    ["api.dockerfile", "", "dockerfile_syntax", 1],
  ])("%s is told, row %#", async (path, text, rule, line) => {
    expect(await judge(path, text)).toMatchObject({ violations: [{ path, rule, line }] })
  })

  it("are told where a change takes what they were", async () => {
    expect(await judge("pom.xml", "Here it is:\n<a/>\n", "<a/>\n")).toMatchObject({ status: "fail" })
    const text = "FROM a\nCOPY_ALL b\n"
    expect(await judge("Dockerfile.dev", text, "FROM a\nCOPY_ALL c\n")).toEqual({ status: "pass" })
    expect(await judge("Dockerfile.dev", text, "FROM a\n")).toMatchObject({ status: "fail" })
  })

  it("count as parsed, and go.mod and CMake as text", async () => {
    const paths = ["pom.xml", "a/Dockerfile", "go.mod", "CMakeLists.txt", "a.cmake"]
    const { parsed, as_text } = await lookedAt(changeSet(paths.map((path) => ({ path, after: "a\n" }))), [])
    expect(parsed).toBe(2)
    expect(as_text.map(({ type }) => type)).toEqual([".mod", ".txt", ".cmake"])
  })
})
