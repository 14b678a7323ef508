import { expect, it } from "vitest"
import { lostIn } from "../preservation/preservation.fixture.ts"
import { dangling } from "./dangling.ts"

const TS = "function round(n) {\n  return Math.floor(n)\n}\n\nexport const total = (n) => round(n) + 1\n"
const RS = "fn round(n: u8) -> u8 {\n    n\n}\n\npub fn total(n: u8) -> u8 {\n    round(n) + 1\n}\n"
const PY = "class Cart:\n    def total(self):\n        return 1\n\n    def taxes(self):\n        return 2\n"
const CALL = { "bill.py": "def bill(cart):\n    return cart.taxes()\n" }

const JSX = "function Empty() {\n  return <p />\n}\n\nexport const View = () => <div>{<Empty />}</div>\n"
const HELPER = "  private int round(int n) { return n; }\n"
const JAVA = `package a;\npublic class A {\n  public int total(int n) { return round(n); }\n${HELPER}}\n`
const SPREAD = TS.replace("round(n) + 1", "[...round(n), n.round()]")
const GLOB = "#[cfg(test)]\nmod tests {\n    use super::*;\n}\n"

it.each([
  ["A.java", JAVA, JAVA.replace(HELPER, ""), "A.round"],
  ["a.tsx", JSX, JSX.slice(JSX.indexOf("export")), "Empty"],
  ["spread.js", SPREAD, SPREAD.slice(SPREAD.indexOf("export")), "round"],
  ["b.rs", RS + GLOB, RS.slice(RS.indexOf("pub")) + GLOB, "round"],
  ["a.js", TS, TS.slice(TS.indexOf("export")), "round"],
  ["a.rs", RS, RS.slice(RS.indexOf("pub")), "round"],
  ["cart.py", PY, PY.slice(0, PY.indexOf("    def taxes")), "Cart.taxes"],
])("%s drops what is still called", async (path, before, after, name) => {
  expect(await lostIn(dangling, { ...CALL, [path]: before }, { [path]: after })).toEqual([`${path}: ${name}`])
})

it.each<[string, Record<string, string>, Record<string, string | null>]>([
  ["went with its calls", { "a.js": TS }, { "a.js": "export const total = (n) => n + 1\n" }],
  [
    "is imported now",
    { "a.js": TS },
    { "a.js": `import { round } from "./b"\n${TS.slice(TS.indexOf("export"))}` },
  ],
  [
    "is an element that a parameter brings",
    { "a.tsx": JSX },
    { "a.tsx": "export const View = ({ Empty }) => <div>{<Empty />}</div>\n" },
  ],
  [
    "is a method of something else",
    { "a.js": TS },
    { "a.js": "export const total = (n) => n.round() + 1\n" },
  ],
  [
    "may be a base's",
    { "A.java": JAVA },
    { "A.java": JAVA.replace(HELPER, "").replace("class A", "class A extends B") },
  ],
  [
    "comes by a static import",
    { "A.java": JAVA },
    {
      "A.java": JAVA.replace(HELPER, "").replace(
        "public class",
        "import static java.lang.Math.round;\npublic class",
      ),
    },
  ],
  [
    "may be called by an anonymous class on itself",
    { "A.java": JAVA },
    {
      "A.java": JAVA.replace(HELPER, "").replace(
        "return round(n)",
        "return new B() { int c() { return round(n); } }.c()",
      ),
    },
  ],
  [
    "has the name of another's",
    { "A.java": JAVA },
    { "A.java": JAVA.replace(HELPER, "").replace("round(n)", "Math.round(n)") },
  ],
  ["is a parameter now", { "a.js": TS }, { "a.js": "export const total = (n, round) => round(n) + 1\n" }],
  [
    "stood in for a global",
    { "a.js": TS.replaceAll("round", "fetch") },
    { "a.js": "export const total = (n) => fetch(n)\n" },
  ],
  ["may come by a glob", { "a.rs": RS }, { "a.rs": `use crate::b::*;\n${RS.slice(RS.indexOf("pub"))}` }],
  [
    "has a namesake",
    { "cart.py": PY, ...CALL, "b.py": "class B:\n    def taxes(self):\n        pass\n" },
    { "cart.py": PY.slice(0, PY.indexOf("    def taxes")) },
  ],
  [
    "may come from a base",
    { "cart.py": PY.replace("Cart:", "Cart(Base):"), ...CALL },
    { "cart.py": "class Cart(Base):\n    pass\n" },
  ],
  [
    "is an attribute now",
    { "cart.py": PY, ...CALL },
    { "cart.py": "class Cart:\n    def __init__(self, f):\n        self.taxes = f\n" },
  ],
])("what %s passes", async (_what, before, after) => {
  expect(await lostIn(dangling, before, after)).toEqual([])
})

it("takes no call of something else for one of a method, where the file had both before", async () => {
  const text = (own: string, method: string) =>
    `class Connection:\n    def send(self):\n        self.state.send_data(1)\n        ${own}\n${method}`
  const method = "\n    def send_data(self, data):\n        return 2\n"
  const judged = (own: string) =>
    lostIn(dangling, { "a.py": text("self.send_data(1)", method) }, { "a.py": text(own, "") })
  expect(await judged("return 1")).toEqual([])
  expect(await judged("self.send_data(1)")).toEqual(["a.py: Connection.send_data"])
})
