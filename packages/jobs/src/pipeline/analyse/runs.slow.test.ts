import { spawnSync } from "node:child_process"
import { hostRunner } from "@proofloop/foundation/sandbox"
import { describe, expect, test } from "vitest"
import { SOUND } from "./analyse.fixture.ts"
import { analyse } from "./analyse.ts"
import { folderWith } from "./folder.fixture.ts"

const has = (program: string, ...args: readonly string[]) => spawnSync(program, args).status === 0

const RUST = SOUND["Rust"] ?? {}

async function statuses(files: Readonly<Record<string, string>>) {
  const { metrics } = await analyse(await folderWith(files), { runner: hostRunner() })
  const status = (name: string) => metrics.find((metric) => metric.name === name)
  return { build: status("build"), tests: status("test_results") }
}

describe.skipIf(!has("cargo", "--version"))("a repository of Rust that may run (needs cargo)", () => {
  test("passes when it compiles and its tests pass", async () => {
    expect(await statuses(RUST)).toMatchObject({ build: { status: "pass" }, tests: { status: "pass" } })
  })

  test("fails the build that does not compile", async () => {
    const { build } = await statuses({ ...RUST, "src/lib.rs": "pub fn add(a: u8) -> u8 { a + b }\n" })
    expect(build).toMatchObject({ status: "fail", suggestions: [{ file_hints: ["src/lib.rs"] }] })
  })

  test("fails the tests that do", async () => {
    const wrong = (RUST["src/lib.rs"] ?? "").replace("a + b", "a - b")
    const { build, tests } = await statuses({ ...RUST, "src/lib.rs": wrong })
    expect(build?.status).toBe("pass")
    expect(tests).toMatchObject({ status: "fail", details: expect.stringContaining("• tests::adds") })
  })
})

describe.skipIf(!has("python3", "-m", "pytest", "--version"))(
  "a repository of Python that may run (needs python3 and pytest)",
  () => {
    test("names the test that fails with its file", async () => {
      const { tests } = await statuses({
        ...SOUND["Python"],
        "tests/test_app.py": "def test_add():\n    assert 1 + 2 == 4\n",
      })
      expect(tests?.evidence).toMatchObject([{ path: "tests/test_app.py", is_fault: true }])
    })
  },
)
