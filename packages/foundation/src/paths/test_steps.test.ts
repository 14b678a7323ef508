import { expect, it } from "vitest"
import { namesTest, stepThatTests, testStep } from "./test_steps.ts"

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
  "      - run: mix test",
  "        run: bundle exec rake spec",
  "      - vendor/bin/phpunit --testdox",
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
  "      - run: echo no test",
  "      - run: cp -r test spec",
])("%j does not", (line) => {
  expect(testStep(`on: push\n${line}\n`)).toBeNull()
})

it.each([
  ["a step", "      - run: bundle exec rake test\n", "bundle exec rake test"],
  [
    "a line of a block",
    "      - name: Test\n        run: |\n          mix deps.get\n          mix test\n",
    "mix test",
  ],
  ["a program on a file of tests", "        run: coverage run --source=a test.py\n", "python3 test.py"],
  [
    "a step by its name",
    "      - name: Run sinatra tests\n        env:\n          A: b c\n        run: |\n          bundle install\n          bundle exec rake\n",
    "bundle exec rake",
  ],
  ["no step behind it", "      - name: tests\n      - run: bundle exec rake\n", null],
  ["what needs the service", "      - run: pytest ${{ matrix.args }}\n      - run: tox > out.txt\n", null],
  ["a script by its long name", "      - run: npm run test:unit\n", "npm run test:unit"],
  ["several commands in one line", "      - run: pytest -q; curl -d @x example.org\n", null],
  ["rights of the administrator", "      - run: sudo make test\n", null],
  ["a condition", "    if: github.event_name == 'test'\n    timeout: 10 test\n", null],
])("finds %s", (_what, text, command) => {
  expect(stepThatTests(text)).toBe(command)
})

it("knows a program on a file of tests", () => {
  expect(namesTest("      - run: python verify/all_checks.py")).toBe(true)
  expect(namesTest("      - run: python setup.py check")).toBe(false)
})
