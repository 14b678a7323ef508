import { describe, expect, it } from "vitest"
import { diagnose } from "../diagnose.ts"
import { signatureOf } from "../signature.ts"
import { cargoParser } from "./cargo.ts"
import { diagnoseFixture, fixture, readFixture, summary } from "./fixture.fixture.ts"
import { brokenBy } from "./sturdy.fixture.ts"

const TESTS = ["default", "quiet", "serial", "show-output", "backtrace", "all", "1-63"].map(
  (name) => `rust/test.${name}`,
)
const BUILDS = [
  ...["default", "test", "json", "short", "1-63"].map((name) => `rust/build.${name}`),
  "rust/rustc.text",
  "rust/rustc.json",
]
const OTHERS = [
  ...["ok", "ok-quiet", "filtered", "doc", "aborts"].map((name) => `rust/test.${name}`),
  ...["linker", "no-linker", "offline", "unreachable", "syntax", "warnings"].map(
    (name) => `rust/build.${name}`,
  ),
  ...["denied", "warnings", "json"].map((name) => `rust/clippy.${name}`),
]
const signature = (output: string) => signatureOf(diagnose({ ok: false, output }, { check_id: "tests" }), {})

describe("cargoParser", () => {
  it.each([...TESTS, ...BUILDS, ...OTHERS])("alone knows %s", (name) => {
    expect(readFixture(name).parser).toBe("cargo")
  })

  it.each(TESTS)("reads every failing unit test of %s", (name) => {
    const { diagnostics } = readFixture(name).parsed
    const units = diagnostics.filter(({ test_id }) => test_id?.startsWith("tests::"))
    expect(units.map(({ test_id, kind }) => `${test_id} ${kind}`).toSorted()).toEqual([
      "tests::adds test",
      "tests::adds_with_words test",
      "tests::deep::strings test",
      "tests::deep::truth test",
      "tests::does_not_panic test",
      "tests::lines test",
      "tests::panics_otherwise test",
      "tests::result test",
      "tests::unwraps test",
    ])
  })

  it.each(TESTS.slice(0, -1))("keeps the message of each panic in %s, and nothing else", (name) => {
    const found = readFixture(name).parsed.diagnostics
    const messages = new Map(found.map(({ test_id, message }) => [test_id, message]))
    expect(messages.get("tests::adds")).toBe("assertion `left == right` failed\n  left: -1\n right: 3")
    expect(messages.get("tests::adds_with_words")).toBe(
      "assertion `left == right` failed: adding 1 and 2\n  left: -1\n right: 3",
    )
    expect(messages.get("tests::deep::truth")).toBe("one is not more than two")
    expect(messages.get("tests::lines")).toBe("boom\nsecond line")
    expect(messages.get("tests::result")).toBe('Error: "no good"')
    expect(messages.get("tests::unwraps")).toBe("called `Option::unwrap()` on a `None` value")
    expect(messages.get("tests::panics_otherwise")).toBe(
      'these words\nnote: panic did not contain expected string\n      panic message: "these words"\n expected substring: "other words"',
    )
    const adds = found.find(({ test_id }) => test_id === "tests::adds")
    expect(adds?.location).toEqual({ path: "src/lib.rs", line: 20, column: 9 })
  })

  it("reads panics as they were before Rust 1.73", () => {
    const { diagnostics, tests_run } = readFixture("rust/test.1-63").parsed
    const adds = diagnostics.find(({ test_id }) => test_id === "tests::adds_with_words")
    expect(adds).toEqual({
      kind: "test",
      test_id: "tests::adds_with_words",
      message: "assertion failed: `(left == right)`\n  left: `-1`,\n right: `3`: adding 1 and 2",
      location: { path: "src/lib.rs", line: 25, column: 9 },
    })
    expect(tests_run).toBe(14)
  })

  it("counts over all test binaries, and lists the tests", () => {
    const { tests_run, ran_test_ids, diagnostics } = readFixture("rust/test.all").parsed
    expect(tests_run).toBe(14)
    expect(ran_test_ids).toHaveLength(14)
    expect(ran_test_ids).toContain("outer_fine")
    expect(ran_test_ids).not.toContain("tests::left_out")
    expect(diagnostics.map(({ test_id }) => test_id)).toContain("outer_adds")
    expect(readFixture("rust/test.quiet").parsed).toMatchObject({ tests_run: 14, ran_test_ids: null })
    expect(readFixture("rust/test.filtered").parsed).toEqual({
      diagnostics: [],
      tests_run: 0,
      ran_test_ids: [],
    })
    expect(readFixture("rust/test.ok").parsed).toEqual({
      diagnostics: [],
      tests_run: 2,
      ran_test_ids: ["is_one", "src/lib.rs - one"],
    })
    expect(readFixture("rust/test.ok-quiet").parsed).toEqual({
      diagnostics: [],
      tests_run: 2,
      ran_test_ids: null,
    })
  })

  it("names doc tests without their line", () => {
    const { diagnostics } = readFixture("rust/test.doc").parsed
    expect(new Map(diagnostics.map(({ test_id, message }) => [test_id, message]))).toEqual(
      new Map([
        ["src/lib.rs - add", "assertion `left == right` failed\n  left: -1\n right: 3"],
        ["src/lib.rs - add #2", "Test executable succeeded, but it's marked `should_panic`."],
      ]),
    )
    const moved = fixture("rust/test.doc")
      .replaceAll("(line 3)", "(line 13)")
      .replaceAll("(line 7)", "(line 17)")
    expect(signature(moved)).toEqual(signature(fixture("rust/test.doc")))
  })

  it("gives an abort to the test that was running", () => {
    expect(readFixture("rust/test.aborts").parsed).toEqual({
      diagnostics: [
        {
          kind: "runtime",
          test_id: "b_dies",
          code: "exit",
          message: "process didn't exit successfully: signal: 6, SIGABRT: process abort signal",
        },
      ],
      tests_run: null,
      ran_test_ids: null,
    })
  })

  it.each(BUILDS)("reads every error of %s", (name) => {
    const { diagnostics, tests_run } = readFixture(name).parsed
    expect(summary(diagnostics).toSorted()).toEqual([
      "- | build | E0308 | src/main.rs",
      "- | build | E0425 | src/main.rs",
      "- | build | E0432 | src/main.rs",
      "- | build | E0583 | src/main.rs",
    ])
    const types = diagnostics.find(({ code }) => code === "E0308")
    expect(types?.message).toBe("mismatched types: expected `i32`, found `&str`")
    expect(types?.location).toEqual({ path: "src/main.rs", line: 5, column: 22 })
    expect(tests_run).toBeNull()
  })

  it("makes the same signature of text, JSON and short text", () => {
    const names = ["default", "test", "json", "short"].map((name) => `rust/build.${name}`)
    const [first, ...others] = names.map((name) => signatureOf(diagnoseFixture(name), {}))
    for (const other of others) expect(other).toEqual(first)
  })

  it.each(["rust/clippy.denied", "rust/clippy.json"])("reads the lints of %s", (name) => {
    expect(summary(readFixture(name).parsed.diagnostics)).toEqual([
      "- | lint | unused_variables | src/main.rs",
      "- | lint | clippy::len_zero | src/main.rs",
      "- | lint | clippy::eq_op | src/main.rs",
      "- | lint | clippy::useless_vec | src/main.rs",
    ])
  })

  it("takes no warning for a failure", () => {
    expect(readFixture("rust/build.warnings").parsed.diagnostics).toEqual([])
    expect(summary(readFixture("rust/clippy.warnings").parsed.diagnostics)).toEqual([
      "- | lint | clippy::eq_op | src/main.rs",
    ])
  })

  it("tells what is wrong with the code from what is missing around it", () => {
    const kinds = (name: string) =>
      readFixture(`rust/build.${name}`).parsed.diagnostics.map(({ kind }) => kind)
    expect(kinds("syntax")).toEqual(["build"])
    expect(kinds("linker")).toEqual(["build"])
    expect(readFixture("rust/build.linker").parsed.diagnostics[0]?.message).toBe(
      "linking with `cc` failed: exit status: 1\nrust-lld: error: undefined symbol: nowhere_to_be_found",
    )
    expect(kinds("no-linker")).toEqual(["environment"])
    expect(kinds("offline")).toEqual(["environment"])
    expect(kinds("unreachable")).toEqual(["environment"])
  })

  it("reads an error of cargo itself when the command is known", () => {
    const text = fixture("rust/build.no-manifest")
    expect(cargoParser.recognises(text, "cargo build")).toBe(true)
    expect(cargoParser.recognises("error: no", "make")).toBe(false)
    expect(cargoParser.parse(text)?.diagnostics.map(({ kind }) => kind)).toEqual(["build"])
    const missing = "error: no such command: `clippy`\n\n\tView all installed commands with `cargo --list`\n"
    expect(cargoParser.parse(missing)?.diagnostics.map(({ kind }) => kind)).toEqual(["environment"])
  })

  it("makes the same signature of two runs, and another when a failure is mended", () => {
    const text = fixture("rust/test.default")
    const again = text
      .replaceAll(/\(\d{3,9}\) panicked/g, "(77) panicked")
      .replaceAll(/finished in [\d.]+s/g, "finished in 9.99s")
      .replaceAll(/cart-[0-9a-f]{16}/g, "cart-0123456789abcdef")
    expect(again).not.toBe(text)
    expect(signature(again)).toEqual(signature(text))
    const mended = text
      .replace("test tests::adds ... FAILED", "test tests::adds ... ok")
      .replace(/---- tests::adds stdout ----[^]*?(?=---- )/, "")
    expect(signature(mended)).not.toEqual(signature(text))
    expect(signature(text.replace("  left: -1\n", "  left: 4\n"))).not.toEqual(signature(text))
  })

  it("leaves other texts alone", () => {
    const others = [
      "node.20.spec",
      "vitest.default",
      "pytest.verbose",
      "pytest.collection",
      "go/test.verbose",
    ]
    expect(others.filter((name) => cargoParser.recognises(fixture(name), undefined))).toEqual([])
    expect(cargoParser.recognises("error: nothing\ntest_a (m.T) ... ok", "make test")).toBe(false)
  })

  it("never throws and stays linear", () => {
    expect(brokenBy(cargoParser, [...TESTS, ...BUILDS, ...OTHERS])).toEqual([])
  })

  const UNCAPTURED = ["nocapture", "quiet-nocapture", "nocapture-one-thread"].map(
    (name) => `rust/test.${name}`,
  )

  it.each(UNCAPTURED)("finds the panic of each test of %s, which has no blocks", (name) => {
    const { parsed, parser } = readFixture(name)
    expect(parser).toBe("cargo")
    expect(
      parsed.diagnostics.map(({ test_id, message, location }) => [test_id, message, location?.path]),
    ).toEqual([
      ["tests::adds", "assertion `left == right` failed\n  left: 3\n right: 4", "src/lib.rs"],
      ["tests::result", 'Error: "no price"', undefined],
      ["tests::says", "total 1 is too small", "src/lib.rs"],
      ["tests::throws", "index out of bounds: the len is 0 but the index is 1", "src/lib.rs"],
    ])
    expect(parsed.tests_run).toBe(6)
  })

  it("tells other values apart where nothing is captured", () => {
    for (const name of UNCAPTURED) {
      const output = fixture(name)
      expect(signature(output.replace("left: 3", "left: 30")).signature).not.toBe(signature(output).signature)
      expect(signature(output.replaceAll(/\(\d{4,6}\)/g, "(1)")).signature).toBe(signature(output).signature)
    }
  })

  it("reads frames behind the marks of other tests as frames", () => {
    const text =
      "running 2 tests\n\nthread 'a' panicked at src/lib.rs:5:25:\nboom\nstack backtrace:\n.i   0: std::panic\na --- FAILED\n\ntest result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured\n"
    expect(cargoParser.parse(text)?.diagnostics.map(({ message }) => message)).toEqual(["boom"])
  })

  it("is linear without blocks, too", () => {
    expect(brokenBy(cargoParser, UNCAPTURED)).toEqual([])
  })
})
