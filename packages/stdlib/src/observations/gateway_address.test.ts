import { expect, test } from "vitest"
import { setEnvironment } from "../../../foundation/src/process/environment.fixture.ts"
import { observationClient } from "./client.ts"

test.each([
  ["http://127.0.0.1:7788", undefined, true],
  ["http://127.0.0.1:7788", "", false],
  ["", undefined, false],
  ["", "https://gateway.example/occam", true],
  ["no address", undefined, false],
  ["file:///etc/passwd", undefined, false],
])("OCCAM_URL=%j and the option %j: a gateway is asked: %s", (variable, url, enabled) => {
  setEnvironment({ OCCAM_URL: variable })
  expect(observationClient({ url }).enabled).toBe(enabled)
})
