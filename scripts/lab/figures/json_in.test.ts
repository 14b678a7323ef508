import { expect, test } from "vitest"
import { jsonIn } from "./json_in.ts"

test.each([
  ["alone", '{"a":1}', { a: 1 }],
  [
    "among other lines",
    'npm warn {\n{ not this\n{\n  "a": {\n    "b": 2\n  }\n}\nnpm notice\n',
    { a: { b: 2 } },
  ],
  ["missing", "no such script\n", null],
  ["cut", '{\n  "a": 1\n', null],
])("JSON that is %s", (_where, output, found) => {
  expect(jsonIn(output)).toEqual(found)
})
