import { expect, it } from "vitest"
import { pythonProblems } from "./python_problems.ts"

/** Ruff takes quadratic time for it. */
const SLOW = `${"a=".repeat(200_000)}1\n`

it("a text that is not read in time is no fault, and the next one is read", async () => {
  await expect(pythonProblems(SLOW, "3.14", 1)).rejects.toMatchObject({ name: "UnableError" })
  expect(await pythonProblems("return\n", "3.14")).toMatchObject([{ line: 1 }])
  expect(await pythonProblems("x = 1\n", "3.14")).toEqual([])
  expect(await pythonProblems("def f(g):\n    await g()\n", "3.14")).toMatchObject([{ line: 2 }])
  expect(await pythonProblems("async def f(g):\n    return [await x async for x in g]\n", "3.14")).toEqual([])
})

it("a text that took too long is not tried again", async () => {
  await expect(pythonProblems(`${SLOW}\n`, "3.14", 1)).rejects.toMatchObject({ name: "UnableError" })
  await expect(pythonProblems(`${SLOW}\n`, "3.14")).rejects.toMatchObject({ name: "UnableError" })
})

it("what is nested too deep is told, and spoils nothing that is read after it", async () => {
  for (const open of ["(", "[", "-", "not "]) {
    expect(await pythonProblems(`x = ${open.repeat(100_000)}`, "3.14")).toMatchObject([
      { message: "nested too deep to be compiled" },
    ])
    expect(await pythonProblems(`x = 1 # ${open}\n`, "3.14")).toEqual([])
  }
})

it("sources that are asked for at the same time are answered each with its own", async () => {
  const texts = Array.from({ length: 20 }, (_none, index) => `${"x = 1\n".repeat(index)}return\n`)
  const found = await Promise.all(texts.map((text) => pythonProblems(text, "3.14")))
  expect(found.map(([problem]) => problem?.line)).toEqual(texts.map((_text, index) => index + 1))
})
