import { describe, expect, it } from "vitest"
import { goPreservation } from "./go.ts"
import { javaPreservation } from "./java.ts"
import { lostIn } from "./preservation.fixture.ts"
import { pythonPreservation } from "./python.ts"
import { rustPreservation } from "./rust.ts"
import { scriptPreservation } from "./script.ts"

describe("G7-RS", () => {
  const files = {
    "src/lib.rs": "pub mod a;\nmod b;\npub use a::{One, Two};\n",
    "src/a.rs":
      "pub struct One;\npub struct Two;\nimpl One {\n    pub fn len(&self) -> u8 { 1 }\n}\nimpl Default for One {\n    fn default() -> Self { One }\n}\n",
    "src/b.rs": "fn f() {}\n",
  }
  const bare = "pub struct One;\npub struct Two;\n"

  it("tells a module that stays behind undeclared, and a name that the library passed on", async () => {
    const after = { "src/lib.rs": "pub use a::One;\n" }
    expect(await lostIn(rustPreservation, files, after)).toEqual([
      "src/lib.rs: a",
      "src/lib.rs: b",
      "src/lib.rs: Two",
    ])
  })

  it.each<[string, Record<string, string | null>]>([
    [
      "declared in another file",
      { "src/lib.rs": "pub mod a;\npub use a::*;\n", "src/main.rs": "mod b;\nfn main() {}\n" },
    ],
    ["deleted", { "src/lib.rs": "pub mod a;\npub use a::{One, Two};\n", "src/b.rs": null }],
    ["written into the file", { "src/lib.rs": "pub mod a;\nmod b { }\npub use a::{One, Two};\n" }],
    [
      "no longer passed on, to users that were edited",
      {
        "src/lib.rs": "pub mod a;\nmod b;\npub use a::One;\n",
        "src/main.rs": "use x::a::Two;\nfn main() {}\n",
      },
    ],
  ])("passes what is %s", async (_what, after) => {
    const users = { ...files, "src/main.rs": "use x::Two;\nfn main() {}\n" }
    expect(await lostIn(rustPreservation, users, after)).toEqual([])
  })

  it.each<[string, Record<string, string>]>([
    [
      "a derive",
      {
        "src/a.rs": files["src/a.rs"]
          .replace(/impl Default[^]*/, "")
          .replace("pub struct One", "#[derive(Debug, Default)]\n/// One.\npub struct One"),
      },
    ],
    [
      "another file",
      {
        "src/a.rs": bare,
        "src/b.rs":
          "impl One {\n    pub fn len(&self) -> u8 { 1 }\n}\nimpl Default for One {\n    fn default() -> Self { One }\n}\n",
      },
    ],
    [
      "a call of a macro",
      { "src/a.rs": files["src/a.rs"].replace(/impl Default[^]*/, "defaults!(Default, One);\n") },
    ],
  ])("passes an implementation that %s has now", async (_what, after) => {
    expect(await lostIn(rustPreservation, files, after)).toEqual([])
  })

  it("tells an implementation that a derive of another type does not replace", async () => {
    const after = files["src/a.rs"]
      .replace(/impl Default[^]*/, "")
      .replace("pub struct Two", "#[derive(Default)]\npub struct Two")
    expect(await lostIn(rustPreservation, files, { "src/a.rs": after })).toEqual([
      "src/a.rs: One.impl Default",
    ])
  })
})

const USER = { "p/c.go": "package p\n\nvar X = Dir()\n" }

describe("G7-GO", () => {
  const dir = 'package p\n\n// Dir is a folder.\nfunc Dir() string { return "" }\n'

  it("takes the comment of a definition for no user of it", async () => {
    expect(await lostIn(goPreservation, { "p/a.go": dir }, { "p/a.go": "package p\n" })).toEqual([
      "p/a.go: Dir",
    ])
  })

  it.each<[string, string, string, readonly string[]]>([
    ["another system", "p/a_windows.go", "p/a_linux.go", ["p/a_windows.go: Dir"]],
    ["the same system", "p/a_windows.go", "p/b_windows.go", []],
    ["all systems", "p/a_windows.go", "p/a.go", []],
    ["a system, from all", "p/a.go", "p/a_linux.go", []],
  ])("takes a definition for %s into account", async (_what, lost, kept, expected) => {
    const files = { [lost]: dir, [kept]: dir, ...USER }
    const after = { [lost]: "package p\n", [kept]: dir.replace('""', '"x"') }
    expect(await lostIn(goPreservation, files, after)).toEqual(expected)
  })

  it("knows a system by its build tag", async () => {
    const files = { "p/a_windows.go": dir, "p/b.go": `//go:build !windows\n\n${dir}`, ...USER }
    const after = { "p/a_windows.go": "package p\n", "p/b.go": files["p/b.go"].replace('""', '"x"') }
    expect(await lostIn(goPreservation, files, after)).toEqual(["p/a_windows.go: Dir"])
  })
})

it("G7 keeps what is defined or imported behind a condition", async () => {
  const files = { "a.py": "def f(): pass\n\ndef g(): pass\n\ndef h(): pass\n" }
  const after =
    "if X:\n    @d\n    def f(): pass\nelse:\n    def f(): return 1\ntry:\n    from fast import g\nexcept ImportError:\n    g = None\n"
  expect(await lostIn(pythonPreservation, files, { "a.py": after })).toEqual(["a.py: h"])
  const inside = "def outer():\n    def f(): pass\n"
  expect(await lostIn(pythonPreservation, { "a.py": "def f(): pass\n" }, { "a.py": inside })).toEqual([
    "a.py: f",
  ])
})

describe("G7-TS", () => {
  const files = {
    "src/logo.ts": "export default function logo() {}\n",
    "src/head.ts": "import logo from './logo'\nlogo()\n",
  }
  const named = { "src/logo.ts": "export function logo() {}\n" }

  it("passes a default export that everyone imports by name now", async () => {
    const after = { ...named, "src/head.ts": "import { logo } from './logo'\nlogo()\n" }
    expect(await lostIn(scriptPreservation, files, after)).toEqual([])
    for (const user of [
      "import logo from './logo'",
      "import * as l from './logo'",
      "import('./logo')",
      "export { default } from './logo'",
    ])
      expect([
        user,
        await lostIn(scriptPreservation, { ...files, "src/foot.ts": `${user}\n` }, after),
      ]).toEqual([user, ["src/logo.ts: default"]])
  })

  it("tells one that nobody was changed for", async () => {
    expect(await lostIn(scriptPreservation, files, named)).toEqual(["src/logo.ts: default"])
  })
})

it("G7-JAVA knows what every record has", async () => {
  const body =
    '{\n  public boolean equals(Object o) { return false; }\n  public String toString() { return ""; }\n}\n'
  const before = { "p/A.java": `package p;\npublic final class A ${body}` }
  expect(
    await lostIn(javaPreservation, before, { "p/A.java": "package p;\npublic record A(int x) {}\n" }),
  ).toEqual([])
  expect(
    await lostIn(javaPreservation, before, { "p/A.java": "package p;\npublic final class A {}\n" }),
  ).toEqual(["p/A.java: A.equals", "p/A.java: A.toString"])
})
