import type { Random } from "../../simulation/random.ts"
import type { Mistake } from "../mistake.ts"
import { CODE, type Source } from "../source.ts"

/** Secrets in a source. Each is made by chance, so that none is anybody's. */
export const secrets: readonly Mistake[] = [
  secret("vendor-token", "API_TOKEN", (random) =>
    random.pick([
      `ghp_${signs(random, 36)}`,
      `sk-ant-${signs(random, 40)}`,
      `AKIA${signs(random, 16).toUpperCase()}`,
      `xoxb-${digits(random, 12)}-${signs(random, 24)}`,
      `npm_${signs(random, 36)}`,
    ]),
  ),
  secret("named-secret", "DB_PASSWORD", (random) => signs(random, 24)),
  secret("api-key", "SERVICE_API_KEY", (random) => signs(random, 32).toLowerCase()),
  secret(
    "address-with-password",
    "DATABASE_URL",
    (random) => `postgres://app:${signs(random, 18)}@db.prod.internal:5432/app`,
  ),
  {
    kind: "private-key",
    topic: "secret",
    languages: ["script", "python", "go"],
    of: "sources",
    make(source, { random }) {
      const body = Array.from({ length: 6 }, () => signs(random, 64)).join("\n")
      const key = `${"-".repeat(5)}BEGIN RSA PRIVATE KEY-----\n${body}\n-----END RSA PRIVATE KEY-----`
      const quote = source.language === "python" ? '"""' : "`"
      const name =
        source.language === "go"
          ? "var signingKey ="
          : source.language === "python"
            ? "SIGNING_KEY ="
            : "const SIGNING_KEY ="
      return [{ path: source.path, after: `${source.text.trimEnd()}\n\n${name} ${quote}${key}${quote}\n` }]
    },
  },
  {
    kind: "secret-in-a-file-of-its-own",
    topic: "secret",
    languages: ["text"],
    of: "any",
    make: (_source, { random }) =>
      [
        {
          path: random.pick(["config/production.yaml", ".env.production", "deploy/settings.json"]),
          after: `service:\n  url: https://api.internal\n  api_key: ${signs(random, 32)}\nGITHUB_TOKEN=ghp_${signs(random, 36)}\n`,
        },
      ].map(({ path, after }) => ({
        path,
        after: path.endsWith(".json")
          ? `${JSON.stringify({ service: { api_key: signs(random, 32), password: signs(random, 16) } }, null, 2)}\n`
          : path.startsWith(".env")
            ? after.split("\n").slice(3).join("\n")
            : after.split("\n").slice(0, 3).join("\n") + "\n",
      })),
  },
]

function secret(kind: string, name: string, value: (random: Random) => string): Mistake {
  return {
    kind,
    topic: "secret",
    languages: CODE,
    of: "sources",
    make: (source, { random }) => placed(source, name, value(random)),
  }
}

function placed(
  { path, text, language }: Source,
  name: string,
  value: string,
): readonly { path: string; after: string }[] | null {
  if (language === "java") {
    const open = /\b(?:class|enum)\s[^{;]*\{\n/.exec(text)
    if (open === null) return null
    const at = open.index + open[0].length
    return [
      {
        path,
        after: `${text.slice(0, at)}    private static final String ${name} = "${value}";\n${text.slice(at)}`,
      },
    ]
  }
  const lines: Record<string, string> = {
    script: `const ${name} = "${value}"`,
    python: `${name} = "${value}"`,
    go: `const ${name} = "${value}"`,
    rust: `const ${name}: &str = "${value}";`,
  }
  return [{ path, after: `${text.trimEnd()}\n\n${lines[language] ?? ""}\n` }]
}

function signs(random: Random, count: number): string {
  const alphabet = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
  return (
    Array.from({ length: count - 2 }, () => alphabet[random.int(0, alphabet.length - 1)]).join("") +
    `${random.int(2, 9)}k`
  )
}

function digits(random: Random, count: number): string {
  return Array.from({ length: count }, () => random.int(1, 9)).join("")
}
