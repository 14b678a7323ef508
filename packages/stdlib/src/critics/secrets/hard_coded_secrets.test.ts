import { expect, it } from "vitest"
import { judge } from "../preservation/preservation.fixture.ts"
import { hardCodedSecrets } from "./hard_coded_secrets.ts"

const RANDOM = "q7Zr2mKx9TbV4nWc8LpD3sYf6HgJ5aEu"

async function told(path: string, text: string, before: string | null = null) {
  const verdict = await judge(hardCodedSecrets, before === null ? {} : { [path]: before }, { [path]: text })
  if (verdict.status !== "fail") return []
  expect(JSON.stringify(verdict)).not.toContain(RANDOM.slice(0, 12))
  return verdict.violations.map(({ line, evidence }) => `${line} ${evidence}`)
}

it.each([
  ["a.py", `TOKEN = "ghp_${RANDOM}abcd"\n`, "1 token"],
  ["docs/use.md", `Use ghp_${RANDOM}abcd.\n`, "1 token"],
  ["docs/use.ts", `const token = "ghp_${RANDOM}abcd"\n`, "1 token"],
  ["README.md", `Use ghp_${RANDOM}abcd.\n`, "1 token"],
  ["a.rs", `const DB_PASSWORD: &str = "${RANDOM}";\n`, "1 DB_PASSWORD"],
  ["a.ts", `const apiKey: string = "${RANDOM}"\n`, "1 apiKey"],
  ["A.java", `class A {\n  String password = "Tr4ub+dor&3xq";\n}\n`, "2 password"],
  ["a.go", `var url = "postgres://app:${RANDOM}@db.internal:5432/app"\n`, "1 password_in_address"],
  ["a.rs", `("Authorization", "Bearer ${RANDOM}")\n`, "1 token"],
  ["a.js", `get({ authorization: "Bearer ghp_${RANDOM}abcd" })\n`, "1 token"],
  [".env", `STRIPE_SECRET_KEY=${RANDOM}\n`, "1 STRIPE_SECRET_KEY"],
  ["config.yaml", `db:\n  password: ${RANDOM}\n`, "2 password"],
  [
    "a.py",
    `KEY = """-----BEGIN RSA PRIVATE KEY-----\n${`${RANDOM}${RANDOM}\n`.repeat(5)}-----END RSA PRIVATE KEY-----"""\n`,
    "1 private_key",
  ],
])("%s with a secret: %j", async (path, text, expected) => {
  expect(await told(path, text)).toEqual([expected])
})

it.each([
  ["a.py", 'AWS = "AKIAIOSFODNN7EXAMPLE"\n'],
  ["a.py", 'PASSWORD = "changeme"\nSECRET = "your-secret-key-here1"\n'],
  ["a.py", 'TOKEN = os.environ["API_TOKEN"]\npassword = getpass()\n'],
  ["a.ts", 'const apiKey = config.get("service.apiKey2")\nconst PASSWORD_FIELD = "password1"\n'],
  ["a.ts", 'const STORAGE_KEY = "shop.cart.items.v2"\n'],
  ["a.yaml", "password: ${{ secrets.PASSWORD }}\ntoken: $TOKEN\n"],
  ["a.go", 'var url = "postgres://app:password@localhost/app"\n'],
  ["a.ts", `const STRIPE_PUBLISHABLE_KEY = "pk_live_${RANDOM}"\n`],
  ["a.ts", 'const header = "Bearer realm-of-the-example"\n'],
  ["README.md", `Send "Bearer ${RANDOM}".\n`],
  ["tests/test_a.py", `TOKEN = "ghp_${RANDOM}abcd"\n`],
  ["package-lock.json", `{"token": "${RANDOM}"}\n`],
  ["docs/use.md", `password: ${RANDOM}\n`],
  ["docs_src/login.py", `PASSWORD = "${RANDOM}"\n`],
])("%s without one: %j", async (path, text) => {
  expect(await told(path, text)).toEqual([])
})

it("a secret that was there is not added", async () => {
  const text = `TOKEN = "ghp_${RANDOM}abcd"\n`
  expect(await told("a.py", `import os\n${text}`, text)).toEqual([])
})
