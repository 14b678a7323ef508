import { isRecord, cutCodePoints } from "@proofloop/foundation/text"

/**
 * The first difference between what a case expects and what came, or null. Records are compared on the expected keys
 * only, lists in full; a record of operators (`contains`, `not_contains`, `matches`, `absent`, `not`) tests a value.
 */
export function difference(expected: unknown, actual: unknown, path: string): string | null {
  if (isOperators(expected)) return operatorDifference(expected, actual, path)
  if (Array.isArray(expected)) return listDifference(expected, actual, path)
  if (!isRecord(expected)) return expected === actual ? null : wrong(path, show(expected), actual)
  if (!isRecord(actual)) return wrong(path, show(expected), actual)
  for (const [key, value] of Object.entries(expected)) {
    const found = difference(value, actual[key], path === "" ? key : `${path}.${key}`)
    if (found !== null) return found
  }
  return null
}

function listDifference(expected: readonly unknown[], actual: unknown, path: string): string | null {
  if (!Array.isArray(actual)) return wrong(path, show(expected), actual)
  if (expected.length !== actual.length) return wrong(path, `${expected.length} of them`, actual)
  for (const [index, value] of expected.entries()) {
    const found = difference(value, actual[index], `${path}[${index}]`)
    if (found !== null) return found
  }
  return null
}

const operators: Readonly<Record<string, (actual: unknown, operand: unknown) => boolean>> = {
  contains: (actual, operand) => texts(operand).every((text) => includes(actual, text)),
  not_contains: (actual, operand) => !texts(operand).some((text) => includes(actual, text)),
  matches: (actual, operand) => typeof actual === "string" && new RegExp(String(operand), "u").test(actual),
  absent: (actual, operand) => (actual === undefined) === operand,
  not: (actual, operand) => difference(operand, actual, "") !== null,
}

function isOperators(value: unknown): value is Record<string, unknown> {
  if (!isRecord(value)) return false
  const keys = Object.keys(value)
  return keys.length > 0 && keys.every((key) => Object.hasOwn(operators, key))
}

function operatorDifference(expected: Record<string, unknown>, actual: unknown, path: string): string | null {
  for (const [name, operand] of Object.entries(expected)) {
    if (operators[name]?.(actual, operand) !== true) return wrong(path, `${name} ${show(operand)}`, actual)
  }
  return null
}

function includes(actual: unknown, text: unknown): boolean {
  if (Array.isArray(actual)) return actual.includes(text)
  return typeof actual === "string" && actual.includes(String(text))
}

function texts(operand: unknown): readonly unknown[] {
  return Array.isArray(operand) ? operand : [operand]
}

function wrong(path: string, expected: string, actual: unknown): string {
  return `${path}: expected ${expected}, got ${show(actual)}`
}

function show(value: unknown): string {
  return cutCodePoints(value === undefined ? "nothing" : JSON.stringify(value), 300)
}
