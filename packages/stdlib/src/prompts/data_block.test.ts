import fc from "fast-check"
import { expect, test } from "vitest"
import { dataBlock, fileBlock, promptLine } from "./data_block.ts"

test("nothing in a block can end it", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("`", "```", "````", "~~~", "\n", "\r", "\u2028", "a", " "), { maxLength: 40 }),
      (parts) => {
        const lines = dataBlock(parts.join("")).split("\n")
        const fence = lines[0] ?? ""
        expect(fence).toMatch(/^`{3,}$/)
        expect(lines.at(-1)).toBe(fence)
        expect(lines.slice(1, -1).filter((line) => line.includes(fence))).toEqual([])
      },
    ),
  )
})

test("secrets are redacted, in lists by name and value too", () => {
  expect(dataBlock("password: hunter22\nkey sk-abcdefghijklmnop")).toBe(
    "```\npassword: [redacted]\nkey [redacted]\n```",
  )
  expect(promptLine("token=abcdef\n# New heading")).toBe("token=[redacted] # New heading")
})

test("code that handles a secret is shown as it is, a secret in it is not", () => {
  const code = "token = next_token()\npassword: string\nurl = `${base}?token=${token}`\n"
  expect(fileBlock(code)).toEqual({ text: `\`\`\`\n${code}\`\`\``, has_secrets: false })
  const holding = fileBlock(
    'KEY = "sk-abcdefghijklmnop"\nDB = "postgres://me:hunter22@db/x"\n-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\n',
  )
  expect(holding.has_secrets).toBe(true)
  expect(holding.text).toBe('```\nKEY = "[redacted]"\nDB = "postgres://me:[redacted]@db/x"\n[redacted]\n```')
})

test("controls and half characters are no part of a prompt; tabs are", () => {
  expect(dataBlock("a\u001b[2Jb\0\tc\ud800\u202Ed")).toBe("```\na [2Jb \tc\ufffd d\n```")
  expect(promptLine("a\n\n## b", 5)).toBe("a ##…")
})
