import { expect, it } from "vitest"
import { thrownMessage } from "./thrown_message.ts"

function fail(): never {
  throw new Error("asked")
}

it.each([
  ["an error", new Error("no network"), "no network"],
  ["text", "no network", "no network"],
  ["nothing", undefined, "undefined"],
  ["a symbol", Symbol("s"), "Symbol(s)"],
  ["an error whose message is no text", Object.assign(new Error("x"), { message: 7 }), "7"],
  [
    "an error whose message throws",
    Object.defineProperty(new Error("x"), "message", { get: fail }),
    "something that cannot be put in words",
  ],
  ["an object that is no text", { toString: fail }, "something that cannot be put in words"],
  ["an object without a prototype", Object.create(null), "something that cannot be put in words"],
])("puts %s in words", (_name, thrown, message) => {
  expect(thrownMessage(thrown)).toBe(message)
})
