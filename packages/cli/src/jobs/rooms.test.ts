import { expect, onTestFinished, test } from "vitest"
import { Misuse } from "../console/misuse.ts"
import { requireRunner } from "./rooms.ts"

test("without a sandbox tests of a model are refused, unless the owner allows it", async () => {
  const before = process.env["PATH"]
  process.env["PATH"] = "/nowhere"
  onTestFinished(() => void (process.env["PATH"] = before))
  const refused = await requireRunner({ unsafe_host_runner: false }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Misuse)
  expect(String(refused)).toContain("--unsafe-host-runner")
  await expect(requireRunner({ unsafe_host_runner: true })).resolves.toMatchObject({ sandbox: "none" })
})
