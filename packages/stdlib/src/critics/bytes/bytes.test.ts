import { changeSet } from "@proofloop/foundation/git"
import { expect, it } from "vitest"
import { memoryFacts } from "../../repository/memory_facts.ts"
import { bytes } from "./bytes.ts"

async function rulesOf(path: string, before: string | Buffer | null, after: string | Buffer) {
  const verdict = await bytes.check(changeSet([{ path, before, after }]), memoryFacts({}))
  return verdict.status === "fail" ? verdict.violations.map(({ rule, line }) => `${rule} ${line}`) : []
}

const NAME = "author: Márk – “x”\n"
const misread = new TextDecoder("windows-1252").decode(Buffer.from(NAME))

it.each([
  [
    "Cart.swift",
    `class A\n{\n}\n${NAME}`,
    Buffer.from(`\uFEFFclass A\n{\n}\n${NAME}`, "utf16le"),
    "not_utf8 1",
  ],
  ["Justfile", `FROM a\n${NAME}`, Buffer.from("FROM a\nauthor: Márk\n", "latin1"), "not_utf8 2"],
  ["cart.rb", "a = 1\nb = 2\n", "a = 1\nb =\0 2\n", "nul 2"],
  ["authors.txt", `one\n${NAME}`, `one\n${misread}`, "wrong_decoding 2"],
  ["authors.txt", NAME, NAME.replaceAll(/[\u0080-\uFFFF]/g, "\uFFFD"), "replacement_character 1"],
  ["cart.rb", 'name = "Márk"\n', 'name = "M\uFFFDrk"\n', "replacement_character 1"],
  ["run.sh", "#!/bin/sh\necho\n", "#!/bin/sh\r\necho\r\n", "carriage_return 1"],
  ["new.sh", null, "#!/bin/sh\r\necho\r\n", "carriage_return 1"],
  ["package.json", "{}\n", Buffer.from("\uFEFF{}\n"), "byte_order_mark 1"],
])("%s is told", async (path, before, after, told) => {
  expect(await rulesOf(path, before, after)).toEqual([told])
})

it.each([
  ["a text that stays UTF-8", "a.txt", NAME, `${NAME}${NAME}`],
  ["a picture", "a.png", Buffer.from([0x89, 0x50, 0, 1]), Buffer.from([0x89, 0x50, 0, 2])],
  ["a line of another encoding that is meant", "test.txt", NAME, `${NAME}Ã©tude of mojibake\n`],
  ["a sign that a test speaks of", "a_spec.rb", "a = 1\n", "a = 1\nexpect(text).to eq(%(a\uFFFD))\n"],
  ["a script for Windows that was one", "a.sh", "#!/bin/sh\r\n", "#!/bin/sh\r\nls\r\n"],
  ["a file that was in another encoding", "a.cs", Buffer.from("é", "latin1"), Buffer.from("éa", "latin1")],
  ["a mark in a language that has one", "A.cs", "class A {}\n", Buffer.from("\uFEFFclass A {}\n")],
])("%s passes", async (_what, path, before, after) => {
  expect(await rulesOf(path, before, after)).toEqual([])
})
