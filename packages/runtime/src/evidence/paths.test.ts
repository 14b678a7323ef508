import { describe, expect, it } from "vitest"
import { normaliseText } from "./normalise.ts"
import { relativisePaths, replaceTempRoots } from "./paths.ts"

const ROOT = "/home/dev/shop"

describe("relativisePaths", () => {
  it.each([
    ["/home/dev/shop/src/a.ts", "src/a.ts"],
    ["(/home/dev/shop/src/a.ts)", "(src/a.ts)"],
    ["file:///home/dev/shop/src/a.ts", "src/a.ts"],
    ["/home/dev/shop", "."],
    ["/home/dev/shopping/a.ts", "shopping/a.ts"],
    ["x=/home/dev/shop/a;/home/dev/shop/b", "x=a;b"],
    ["/usr/lib/node/a.js", "node/a.js"],
    ["/a.js", "/a.js"],
    ["/usr/a.js", "usr/a.js"],
    ["/usr/lib//a.js", "lib/a.js"],
    ["/tmp/tmpab12cd.a.json", "<tmp>.json"],
    ["src/a/b.ts", "src/a/b.ts"],
    ["./src/a.ts", "./src/a.ts"],
    ["~/src/a.ts", "~/src/a.ts"],
    ["</div>", "</div>"],
    ["C:\\work\\shop\\src\\a.ts", "src/a.ts"],
    ["a / b", "a / b"],
    ["/tmp", "<tmp>"],
    ["/tmp/", "<tmp>"],
    ["/tmp/notes.txt", "<tmp>/notes.txt"],
    ["/tmp/tmpab12cd", "<tmp>"],
    ["/tmp/tmpab12cd.json", "<tmp>.json"],
    ["/tmp/any/src/deep/a.ts", "<tmp>/deep/a.ts"],
    ["/tmp/any/12345/a.ts", "<tmp>/a.ts"],
    ["/tmp/any/output1/a.ts", "<tmp>/output1/a.ts"],
    ["/tmp/any/run-Ab12Cd/a.ts", "<tmp>/a.ts"],
    ["/tmpfiles/a/b", "a/b"],
    ["/var/tmp/x/a", "<tmp>/a"],
    ["/dev/shm/x/a", "<tmp>/a"],
    ["/var/folders/ab/cd12/T/x/a", "<tmp>/a"],
    ["/private/var/folders/ab/cd12/T/x/a", "<tmp>/a"],
    ["C:\\Users\\me\\AppData\\Local\\Temp\\x\\a", "<tmp>/a"],
    ["https://a.example/v1/orders/list", "https://a.example/v1/orders/list"],
    ["url=postgres://db1/shop/main", "url=postgres://db1/shop/main"],
    ["git+ssh://git@host:22/a/b/c", "git+ssh://git@host:22/a/b/c"],
    ["at:/usr/lib/node/a.js", "at:node/a.js"],
    ["sqlite:////tmp/tmpab12cd/x.db", "sqlite:<tmp>/x.db"],
    ["//server/share/a/b", "a/b"],
    ["x://a/b/c", "b/c"],
    ["/tmp/pytest-of-me/pytest-3/test_a0/a/b", "<tmp>/a/b"],
  ])("%j -> %j", (text, relative) => {
    expect(relativisePaths(text, ROOT)).toBe(relative)
  })

  it("takes a root with a space in its name off", () => {
    const root = "/home/dev/my (old) shop"
    expect(relativisePaths("at X (/home/dev/my (old) shop/src/deep/a.ts:3:4)", root)).toBe(
      "at X (src/deep/a.ts:3:4)",
    )
    expect(relativisePaths("file:///home/dev/my%20(old)%20shop/src/deep/a.ts", root)).toBe("src/deep/a.ts")
    expect(normaliseText("boom at /home/dev/my (old) shop/src/deep/a.ts", { workspace_root: root })).toBe(
      "boom at src/deep/a.ts",
    )
  })

  it("takes a root off that reads like noise, and none that is only part of a path", () => {
    const root = "/srv/w/0123456789abcdef01234567/shop"
    expect(normaliseText(`boom at ${root}/src/deep/a.ts`, { workspace_root: root })).toBe(
      "boom at src/deep/a.ts",
    )
    expect(relativisePaths("/x/home/dev/shop/a.ts", ROOT)).toBe("shop/a.ts")
    expect(relativisePaths("(file:///home/dev/shop/a/b/c.ts) /home/dev/shop/d", ROOT)).toBe("(a/b/c.ts) d")
    expect(relativisePaths("/home/dev/shop", ROOT)).toBe(".")
  })

  it("knows no workspace unless told, and its root in any form", () => {
    expect(relativisePaths("/home/dev/shop/src/deep/a.ts", undefined)).toBe("deep/a.ts")
    for (const form of ["/home/dev/shop/", "file:///home/dev/shop"]) {
      expect(relativisePaths("/home/dev/shop/src/deep/a.ts", form)).toBe("src/deep/a.ts")
    }
    expect(relativisePaths("C:/work/shop/src/deep/a.ts", "C:\\work\\shop")).toBe("src/deep/a.ts")
    expect(relativisePaths("/tmp/w-1/src/deep/a.ts", "/private/tmp/w-1")).toBe("src/deep/a.ts")
    expect(relativisePaths("/a/b/c", "")).toBe("b/c")
  })
})

describe("replaceTempRoots", () => {
  it("changes temp folders and nothing else", () => {
    expect(replaceTempRoots("'/tmp/a1/x' != '/home/dev/shop/x'")).toBe("'<tmp>/x' != '/home/dev/shop/x'")
    expect(replaceTempRoots("/usr/a/b and C:\\Temp\\a1\\x")).toBe("/usr/a/b and <tmp>/x")
    expect(replaceTempRoots("no path, a temp value")).toBe("no path, a temp value")
  })
})

describe("paths of Windows", () => {
  it("are like all others", () => {
    expect(relativisePaths("file:///C:/shop/src/deep/a.ts", "C:\\shop")).toBe("src/deep/a.ts")
    expect(relativisePaths("C:\\shop\\src\\deep\\a.ts", "C:\\shop\\")).toBe("src/deep/a.ts")
    expect(replaceTempRoots("C:\\Users\\me\\AppData\\Local\\Temp\\a1b2c3\\x.txt")).toBe("<tmp>/x.txt")
  })
})
