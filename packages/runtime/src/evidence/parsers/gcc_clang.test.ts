import { describe, expect, it } from "vitest"
import { diagnose } from "../diagnose.ts"
import { signatureOf } from "../signature.ts"
import { diagnoseFixture, fixture, readFixture, summary } from "./fixture.fixture.ts"
import { gccClangParser } from "./gcc_clang.ts"
import { brokenBy } from "./sturdy.fixture.ts"

const FAILING = [
  ...["default", "plain", "cpp", "werror", "missing", "no-file", "link", "link-twice", "link-library"].map(
    (name) => `c/gcc.${name}`,
  ),
  ...["default", "cpp", "werror", "missing", "link"].map((name) => `c/clang.${name}`),
  "c/make.default",
  "c/make.rule",
  "c/cmake.default",
  "c/cmake.package",
  "c/cmake.failed-build",
]
const QUIET = ["c/gcc.warnings", "c/make.ok", "c/make.exit", "c/cmake.build"]
const signature = (output: string) => signatureOf(diagnose({ ok: false, output }, { check_id: "build" }), {})
const messages = (name: string) => readFixture(name).parsed.diagnostics.map(({ message }) => message)
const parsed = (text: string) => gccClangParser.parse(text)?.diagnostics

describe("gccClangParser", () => {
  it.each(FAILING)("alone knows %s", (name) => {
    const { parser, parsed: output } = readFixture(name)
    expect(parser).toBe("gcc_clang")
    expect(output).toMatchObject({ tests_run: null, ran_test_ids: null })
  })

  it.each(QUIET)("finds no error in %s", (name) => {
    expect(readFixture(name).parser).toBe("lines")
  })

  it.each(["c/gcc.default", "c/gcc.plain", "c/make.default"])("reads the errors of %s", (name) => {
    const { diagnostics } = readFixture(name).parsed
    expect(diagnostics).toEqual([
      {
        kind: "build",
        message: "'struct cart' has no member named 'missing'",
        location: { path: "bad.c", line: 7, column: 4 },
      },
      {
        kind: "build",
        message: "'undeclared' undeclared (first use in this function)",
        location: { path: "bad.c", line: 8, column: 3 },
      },
      {
        kind: "build",
        message: "expected ';' before 'return'",
        location: { path: "bad.c", line: 9, column: 25 },
      },
    ])
  })

  it("reads the errors of clang and of C++", () => {
    expect(messages("c/clang.default")).toEqual([
      "no member named 'missing' in 'struct cart'",
      "use of undeclared identifier 'undeclared'",
      "expected ';' after expression",
    ])
    expect(messages("c/clang.cpp")).toHaveLength(3)
    expect(messages("c/gcc.cpp")).toEqual([
      "'int Cart::total' is private within this context",
      "conversion from 'int' to non-scalar type 'std::string' {aka 'std::__cxx11::basic_string<char>'} requested",
      "request for member 'size' in 'a', which is of non-class type 'const int'",
    ])
    expect(messages("c/gcc.missing")).toEqual(["nowhere.h: No such file or directory"])
    expect(messages("c/clang.missing")).toEqual(["'nowhere.h' file not found"])
    expect(messages("c/gcc.no-file")).toEqual(["gone.c: No such file or directory"])
  })

  it.each(["c/gcc.werror", "c/clang.werror"])("takes the warnings of %s for lint", (name) => {
    expect(summary(readFixture(name).parsed.diagnostics)).toEqual([
      "- | lint | -Wformat | warn.c",
      "- | lint | -Wparentheses | warn.c",
    ])
  })

  it.each(["c/gcc.link", "c/clang.link"])("reads each missing symbol of %s once", (name) => {
    const { diagnostics } = readFixture(name).parsed
    expect(summary(diagnostics)).toEqual(["- | build | link | link.c", "- | build | link | link.c"])
    expect(messages(name)).toEqual(["undefined reference to `nowhere'", "undefined reference to `elsewhere'"])
    const doubled = fixture(name) + fixture(name)
    expect(parsed(doubled)).toEqual(diagnostics)
  })

  it("reads the other errors of linkers", () => {
    expect(messages("c/gcc.link-twice")).toEqual(["multiple definition of `twice'"])
    expect(messages("c/gcc.link-library")).toEqual(["cannot find -lnowhere"])
    expect(parsed("ld.lld: error: undefined symbol: nowhere\n>>> referenced by link.c")).toEqual([
      { kind: "build", code: "link", message: "undefined symbol: nowhere" },
    ])
    const apple =
      'Undefined symbols for architecture arm64:\n  "_nowhere", referenced from:\n      _main in link.o\n'
    expect(parsed(apple)).toEqual([{ kind: "build", code: "link", message: "undefined symbol: _nowhere" }])
  })

  it("reads make, ninja and CMake", () => {
    expect(messages("c/make.rule")).toEqual(["No rule to make target 'gone.o', needed by 'app'"])
    expect(parsed("app.mk:3: *** missing separator.  Stop.")).toEqual([
      { kind: "build", code: "make", message: "missing separator", location: { path: "app.mk", line: 3 } },
    ])
    expect(parsed("ninja: error: 'a.c', needed by 'a.o', missing and no known rule to make it")).toHaveLength(
      1,
    )
    expect(readFixture("c/cmake.default").parsed.diagnostics).toEqual([
      {
        kind: "build",
        code: "target_link_libraries",
        message: 'Cannot specify link libraries for target "nowhere" which is not built by\nthis project.',
        location: { path: "CMakeLists.txt", line: 4 },
      },
    ])
    expect(summary(readFixture("c/cmake.package").parsed.diagnostics)).toEqual([
      "- | build | find_package | CMakeLists.txt",
    ])
    expect(messages("c/cmake.failed-build")).toHaveLength(5)
  })

  it("takes a missing tool for the environment", () => {
    const kinds = (text: string) => parsed(text)?.map(({ kind }) => kind)
    expect(kinds("make: gcc: No such file or directory")).toEqual(["environment"])
    expect(
      kinds("make: none.mk: No such file or directory\nmake: *** No rule to make target 'none.mk'.  Stop."),
    ).toEqual(["build"])
    expect(kinds("gcc: fatal error: cannot execute 'cc1plus': execvp: No such file or directory")).toEqual([
      "environment",
    ])
    expect(
      kinds(
        "CMake Error at CMakeLists.txt:2 (project):\n  No CMAKE_CXX_COMPILER could be found.\n\n  Tell CMake where.\n",
      ),
    ).toEqual(["environment"])
  })

  it("makes the same signature of two runs, and another when an error is mended", () => {
    const text = fixture("c/gcc.link")
    const again = text.replaceAll(/\/tmp\/cc\w+\.o/g, "/tmp/ccZZZZZZ.o").replaceAll("0x16", "0x26")
    expect(again).not.toBe(text)
    expect(signature(again)).toEqual(signature(text))
    expect(signature(text.replace(/.*`elsewhere'\n/, ""))).not.toEqual(signature(text))
    const [first, ...others] = ["c/gcc.default", "c/gcc.plain", "c/make.default"].map((name) =>
      signatureOf(diagnoseFixture(name), {}),
    )
    for (const other of others) expect(other).toEqual(first)
  })

  it("leaves the errors of other compilers alone", () => {
    const others = [
      "rust/build.default",
      "rust/build.short",
      "rust/build.linker",
      "go/build.go",
      "vitest.default",
    ]
    expect(others.map((name) => gccClangParser.parse(fixture(name)))).toEqual(others.map(() => null))
    expect(parsed("Cart.java:3: error: ';' expected")).toBeUndefined()
  })

  it("never throws and stays linear", () => {
    expect(brokenBy(gccClangParser, [...FAILING, ...QUIET])).toEqual([])
  })
})
