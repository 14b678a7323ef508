import { expect, it, vi } from "vitest"
import { Parser } from "web-tree-sitter"

it("begins the parser once for languages that are asked for at the same time", async () => {
  // Other files of this process may have begun it before.
  vi.resetModules()
  const { withTree } = await import("./with_tree.ts")
  const init = vi.spyOn(Parser, "init")
  const roots = await Promise.all([
    withTree("java", "class A {}\n", (root) => root.type),
    withTree("python", "a = 1\n", (root) => root.type),
    withTree("go", "package a\n", (root) => root.type),
  ])
  expect(roots).toEqual(["program", "module", "source_file"])
  expect(init).toHaveBeenCalledTimes(1)
})

it("a text that is too much work is no broken one", async () => {
  const { withTree } = await import("./with_tree.ts")
  const long = "a = 1\n".repeat(1000)
  const read = (text: string, steps?: number) => withTree("python", text, (root) => root.type, steps)
  await expect(read(long, 2)).rejects.toMatchObject({ name: "UnableError" })
  expect(await read(long)).toBe("module")
  expect(await read("def (:\n")).toBeNull()
  expect(await read("a = 1\n", 2)).toBe("module")
})

it("a busy machine makes no text too much, and CPU time does", async () => {
  const { withTree } = await import("./with_tree.ts")
  const long = "a = 1\n".repeat(1000)
  const read = () => withTree("python", long, (root) => root.type)
  await read()
  let hours = 0
  const clock = vi.spyOn(performance, "now").mockImplementation(() => 3_600_000 * hours++)
  const given = vi.spyOn(process, "cpuUsage").mockReturnValue({ user: 0, system: 0 })
  expect(await read()).toBe("module")
  given.mockRestore()
  let minutes = 0
  const usage = vi
    .spyOn(process, "cpuUsage")
    .mockImplementation(() => ({ user: 60e6 * minutes++, system: 0 }))
  await expect(read()).rejects.toMatchObject({ name: "UnableError" })
  usage.mockRestore()
  clock.mockRestore()
})

it.each([
  [
    "a macro before a declaration",
    "LIB_API int size();\nclass LIB_API Cart {\n public:\n  int size() const LIB_NOEXCEPT;\n};\n",
  ],
  [
    "a macro with a block",
    'TEST_CASE("adds", "[cart]") {\n  SECTION("one") {\n    CHECK(1 == size());\n  }\n}\n',
  ],
  ["a macro on a line of its own", "LIB_BEGIN_NAMESPACE\nint size();\nLIB_END_NAMESPACE\n"],
  [
    "linkage for C++ alone",
    '#ifdef __cplusplus\nextern "C" {\n#endif\nint size(void);\n#ifdef __cplusplus\n}\n#endif\n',
  ],
  [
    "a macro with a block and no space before it",
    "void f() {\n  for (auto& one : all) {\n    SECTION(one.name){\n      CHECK(one.ok);\n    }\n  }\n}\n",
  ],
  [
    "parameters with rare defaults",
    "template <typename T, typename std::enable_if<A<T>::value>::type* = nullptr>\nvoid f(const V<T>& all = {}, bool b = true);\n",
  ],
  ["new arrays of pointers", "char** f(int n) { return new const char*[n]; }\n"],
  [
    "a branch within a statement",
    "int f() {\n  return 1\n#ifdef A_B\n    + 1\n#else\n    + 2\n#endif\n    ;\n}\n",
  ],
])("reads %s of C++, and a broken text beside it is broken", async (_what, text) => {
  const { treeProblems, withTree } = await import("./with_tree.ts")
  expect(await treeProblems("cpp", text)).toEqual([])
  expect(await withTree("cpp", text, (root) => root.endIndex)).toBe(text.length)
  expect(await treeProblems("cpp", `${text}int g() { return (1; }\n`)).not.toEqual([])
})

it("knows the macro of Rust that became a keyword", async () => {
  const { treeProblems, withTree } = await import("./with_tree.ts")
  const text = "fn f() -> Result<(), E> {\n    try!(g());\n    Ok(())\n}\n"
  expect(await treeProblems("rust", text)).toEqual([])
  expect(await withTree("rust", text, (root) => root.descendantsOfType("ERROR").length)).toBe(0)
  expect(await treeProblems("rust", text.replace("try!(", "try!"))).not.toEqual([])
})

it("knows collections of C# behind params", async () => {
  const { treeProblems } = await import("./with_tree.ts")
  const text = "class A { void F(string a, params ReadOnlySpan<object> b) { } }\n"
  expect(await treeProblems("csharp", text)).toEqual([])
  expect(await treeProblems("csharp", text.replace(") {", " {"))).not.toEqual([])
})
