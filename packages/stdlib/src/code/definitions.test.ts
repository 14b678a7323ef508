import { describe, expect, it } from "vitest"
import { definitions } from "./definitions.ts"

async function outline(path: string, text: string): Promise<readonly string[] | null> {
  const found = await definitions(path, text)
  return (
    found?.map(
      ({ qualified_name, kind, ...rest }) => `${rest.public ? "+" : "-"}${kind} ${qualified_name}`,
    ) ?? null
  )
}

describe("definitions", () => {
  it.each<[string, string, readonly string[]]>([
    [
      "a.py",
      "@x\ndef a(): pass\nclass _B(C):\n    @property\n    def m(self): pass\n    class D: pass\nE = 1\nf, g = 1, 2\nh: int = 3\n",
      ["+function a", "-class _B", "+method _B.m", "+variable E", "+variable h"],
    ],
    [
      "a.ts",
      "export default class A extends B { private x() {} get y() { return 1 } #z() {} }\nconst f = () => 1, { p: [q] } = f()\ndeclare function g(): void\nnamespace N {}\nabstract class C {}\nenum E {}\n",
      [
        "+class A",
        "-method A.x",
        "+method A.y",
        "+function f",
        "+variable q",
        "+function g",
        "+module N",
        "+class C",
        "+enum E",
      ],
    ],
    [
      "a.go",
      "package p\ntype (\n\tA struct{}\n\tb interface{}\n\tC = int\n)\nfunc (a A) m() {}\nvar _, X = 1, 2",
      ["+class A", "-interface b", "+type C", "-method A.m", "+variable X"],
    ],
    [
      "a.rs",
      "pub trait T { fn a(); }\nimpl<A> T for B<A> { fn a() {} }\npub mod m { pub fn f() {} }\nunion U { a: i32 }\nconst C: i32 = 1;\n",
      ["+interface T", "+implementation B.impl T", "-method B.a", "+function m.f", "-class U", "-variable C"],
    ],
    [
      "A.java",
      "record R(int a) { R {} public int b() { return a; } }\n@interface N { int v(); }\n",
      ["+class R", "+method R.b", "+interface N", "+method N.v"],
    ],
    [
      "a.cs",
      "namespace N;\npublic partial class A : B\n{\n    public int P { get; }\n    private void F() { int G() => 1; }\n}\npublic interface I { void M(); }\n",
      ["+class A", "+variable A.P", "-method A.F", "+interface I", "+method I.M"],
    ],
    [
      "a.cc",
      "#define SQR(x) ((x)*(x))\nnamespace n {\nstatic int f() { return 1; }\nint* A<int>::g() { return 0; }\nA::~A() {}\nclass C {\n  int h() { return 1; }\n public:\n  int i();\n};\n}\nTEST(A, b) {}\n",
      ["+macro SQR", "-function f", "+method A.g", "+class C", "-method C.h", "+variable C.i"],
    ],
    [
      "a.rb",
      "module M\n  class A < B\n    attr_reader :x, :y\n    def initialize; end\n    def self.of; end\n    private\n    def z; end\n  end\nend\n",
      ["+module M", "+class M.A", "+variable A.x", "+variable A.y", "+method A.of", "-method A.z"],
    ],
    [
      "a.php",
      "<?php\nnamespace N;\nfunction f() {}\nclass A { public function __construct() {} private function g() {} }\ntrait T { function h() {} }\n",
      ["+function f", "+class A", "-method A.g", "+class T", "+method T.h"],
    ],
    [
      "a.kt",
      "class A : B() {\n    fun `two words`() = 1\n    private fun g(): Int {\n        return 1\n    }\n    companion object {\n        fun of() = 1\n    }\n}\nfun String.h() = 1\nval V = 1\n",
      ["+class A", "+method A.two words", "-method A.g", "+method A.of", "+function h", "+variable V"],
    ],
  ])("of %s", async (path, text, expected) => {
    expect(await outline(path, text)).toEqual(expected)
  })

  it("have places in UTF-16 code units", async () => {
    const text = "s = '😀é'; x = 1\nclass Ä:\n    '😀'\n    def über(self): pass\n"
    const found = await definitions("a.py", text)
    const method = found?.at(-1)
    expect(method).toMatchObject({ name: "über", line: 4, column: 9 })
    expect(text.slice(method?.offset, (method?.offset ?? 0) + 4)).toBe("über")
    expect(text.slice(method?.range.start, method?.range.end)).toBe("def über(self): pass")
  })

  it("are null for other languages, for bytes that are not UTF-8 and for no file", async () => {
    expect(await definitions("a.hs", "a = 1\n")).toBeNull()
    expect(await definitions("a.py", new Uint8Array([0xff]))).toBeNull()
    expect(await definitions("a.py", null)).toBeNull()
    expect(await definitions("constructor", "x")).toBeNull()
  })

  it("read the words of TypeScript that its grammar does not know", async () => {
    expect(
      await outline(
        "a.ts",
        "export type * from './b'\nclass A<const T, in out U> {}\ninterface B<out T> {}\n",
      ),
    ).toEqual(["+class A", "+interface B"])
  })
})
