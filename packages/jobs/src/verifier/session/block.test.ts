import { expect, it } from "vitest"
import { verifierBlock } from "./block.ts"

it.each([
  "# -----BEGIN PRIVATE KEY-----\nos.system(request.args['run'])\ndrop(table)",
  `const url = "?token="+eval(atob(part1))+"&page=2"`,
  `const url = "&secret="+encodeURIComponent(user2.secret)+"'"`,
  `text = "password="if(run(part1))else"b"`,
])("hides no code that only looks like a secret: %s", (code) => {
  expect(verifierBlock(code)).toBe(`\`\`\`\n${code}\n\`\`\``)
})

it("hides keys, and what a secret's name is given", () => {
  const key = ["MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQDKq1", "q8Zk3T5v7YwRr0Lr2VZb9wMCAwEAAQ=="]
  const lines = ["-----BEGIN PRIVATE KEY-----", ...key, "-----END PRIVATE KEY-----"]
  const shown = verifierBlock(`+${lines.join("\n+")}\n+password = "hunter2hunter2"\n+api_key='p@ss-w0rd'`)
  expect(shown).not.toMatch(/MIIE|q8Zk|hunter2|p@ss/)
  expect(shown.match(/\[redacted\]/g)).toHaveLength(3)
})
