import { expect, it } from "vitest"
import { declaredCheck } from "./declared_check.ts"

const ROOT = "/srv/shop"

// @requirement repair.role.declared-check
it.each([
  ["npm test", "npm test"],
  ["  npm   test 2>&1", "npm test"],
  ["npm run test", "npm test"],
  ["npm t", "npm test"],
  ["pnpm run-script test", "pnpm test"],
  ["cd /srv/shop && npm test", "npm test"],
  ["cd . && npm test", "npm test"],
  ["cd /srv/shop/ && npm run test", "npm test"],
  ["npm test", "npm run test"],
  ["python3 -m pytest -q", "python -m pytest"],
  ["python -m pytest", "python3 -m pytest --tb=short"],
  ["pytest -vv --color=no", "pytest"],
  ["./check.sh", "cd /srv/shop && ./check.sh"],
])("%j is the check %j", (command, check) => {
  expect(declaredCheck(command, ["make lint", check], ROOT)).toBe(check)
})

it.each([
  ["pnpm test", "npm test"],
  ["npm run test:unit", "npm test"],
  ["npm test -- --grep one", "npm test"],
  ["npm test --ignore-scripts", "npm test"],
  ["npm -v test", "npm test"],
  ["npm test || true", "npm test"],
  ["npm test; true", "npm test"],
  ["npm test | tail", "npm test"],
  ["npm test > log", "npm test"],
  ["npm test &", "npm test"],
  ["(npm test)", "npm test"],
  ["CI=1 npm test", "npm test"],
  ["NODE_OPTIONS=--require=./x.cjs npm run test", "npm test"],
  ["env A=1 npm run test", "npm test"],
  ["npm run test $EXTRA", "npm test"],
  ["cd app && npm test", "npm test"],
  ["cd /srv && npm test", "npm test"],
  ["cd /srv/shop; npm run test", "npm test"],
  ["cd /srv/shop && cd app && npm test", "npm test"],
  ["pytest -p plug", "pytest"],
  ["pytest -c other.ini", "pytest"],
  ["pytest -q -k one", "pytest"],
  ["pytest", "python -m pytest"],
  ["node --test -v", "node --test"],
  ["go test -v ./...", "go test ./..."],
  ["npm test <<EOF\nEOF", "npm test"],
])("%j is not the check %j", (command, check) => {
  expect(declaredCheck(command, [check], ROOT)).toBeUndefined()
})

it("knows no folder where no root is known, and no check where none is given", () => {
  expect(declaredCheck("cd /srv/shop && npm test", ["npm test"], undefined)).toBeUndefined()
  expect(declaredCheck("cd . && npm test", ["npm test"], undefined)).toBe("npm test")
  expect(declaredCheck("npm test", [], ROOT)).toBeUndefined()
  expect(declaredCheck("", ["", " "], ROOT)).toBeUndefined()
})
