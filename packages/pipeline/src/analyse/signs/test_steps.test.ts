import { expect, it } from "vitest"
import { testStep } from "./test_steps.ts"

it.each([
  "      - run: npm test",
  "      - run: npm run test:unit -- --ci",
  "        run: ./mvnw --batch-mode verify",
  "  - go test -race ./...",
  "      - run: cargo hack --feature-powerset test",
  "          uv run pytest -q",
  "    script: make check",
  "run: gradle :app:check",
  "  python -m unittest discover",
])("%j tests", (line) => {
  expect(testStep(`on: push\n${line}\n`)).toBe(2)
})

it.each([
  "# run tests and lint",
  "    - name: npm test",
  "  test:",
  "      - run: pip install .[tests] pytest",
  "      - run: go get github.com/x/test",
  "      - run: npm run build",
  "      - uses: a/cargo-test@v1",
  "      - run: mvn clean",
])("%j does not", (line) => {
  expect(testStep(`on: push\n${line}\n`)).toBeNull()
})
