import { expect, it } from "vitest"
import { errorCodeIn } from "./error_line.ts"

it.each([
  ["TypeError: no", "TypeError"],
  ["  TypeError: no", "TypeError"],
  ["Uncaught TypeError: no", "TypeError"],
  ["Unhandled TypeError: no", "TypeError"],
  ["E   ValueError: no", "ValueError"],
  ["json.decoder.JSONDecodeError: no", "JSONDecodeError"],
  ["TypeError", "TypeError"],
  ["TypeError [ERR_X_1]: no", "ERR_X_1"],
  ["TypeError [err_x]: no", "TypeError"],
  ["TypeError [ERR_x]: no", "TypeError"],
  ["TypeError [xERR]: no", "TypeError"],
  ["Exit [E_NO]: no", "E_NO"],
  ["KeyboardInterrupt", "KeyboardInterrupt"],
  ["subprocess.TimeoutExpired: no", undefined],
  ["Errors: 3", undefined],
  ["note: TypeError: no", undefined],
  ["TypeErrors", undefined],
  ["TypeError-like", undefined],
  ["", undefined],
  [`${" ".repeat(500)}TypeError: no`, undefined],
])("the code of %j is %s", (line, code) => {
  expect(errorCodeIn(line)).toBe(code)
})
