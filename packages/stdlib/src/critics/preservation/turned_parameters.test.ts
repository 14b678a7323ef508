import { expect, it } from "vitest"
import { lostIn } from "./preservation.fixture.ts"
import { pythonPreservation } from "./python.ts"

it("a function of Python may become a parameter or an option of another", async () => {
  const task = "@task\ndef watch():\n    run(f)\n\n"
  const judged = (before: string, after: string, others = {}) =>
    lostIn(pythonPreservation, { "tasks.py": before + task, ...others }, { "tasks.py": after })
  const [plain, taking] = ["def test():\n    run()\n\n", "def test(a, watch=False):\n    run(a, watch)\n\n"]
  expect(await judged(plain, taking)).toEqual([])
  const docs = "def docs(watch=False):\n    run(watch)\n\n"
  expect(await judged(docs + plain, docs + taking)).toEqual([])
  expect(await judged(docs, `${docs}a = 1\n`)).toEqual(["tasks.py: watch"])
  expect(await judged(plain, `${taking}watch()\n`)).toEqual(["tasks.py: watch"])
  expect(await judged(plain, taking, { "b.py": "from tasks import watch\n" })).toEqual(["tasks.py: watch"])
  const parser = "def main(parser):\n    parser.add_argument('--a')\n\n"
  expect(await judged(parser, parser.replace("--a", "--watch"))).toEqual([])
  expect(await judged(parser, parser.replace("--a", "--other"))).toEqual(["tasks.py: watch"])
})
