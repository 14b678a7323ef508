import { InvalidOptionError, refuseUnknownNames } from "@proofloop/foundation/errors"

/** Exactly one of them. No message contains one. */
export interface CredentialOptions {
  /** Needs to read and write contents, pull requests and issues; to read checks, statuses and actions. */
  readonly token?: string | undefined
  readonly token_env?: string | undefined
  /** A GitHub App, whose installation tokens are created and renewed as they expire. */
  readonly app?: GithubApp | undefined
}

export interface GithubApp {
  /** The app's id or client id, as its page on GitHub shows it. */
  readonly app_id: string | number
  /** PEM, also with `\n` for line ends. */
  readonly private_key: string
  /** Default: the installation on the repository. */
  readonly installation_id?: number | undefined
}

export type Credential =
  | { readonly kind: "token"; readonly token: string }
  | {
      readonly kind: "app"
      readonly app_id: string
      readonly private_key: string
      readonly installation_id: number | null
    }

/** Throws InvalidOptionError that names the option and hides the secret. */
export function readCredential(
  { token, token_env, app }: CredentialOptions,
  env: Readonly<Record<string, string | undefined>>,
): Credential {
  const given = Object.entries({ token, token_env, app }).filter(([, value]) => value !== undefined)
  if (given.length !== 1) {
    const got = given.length === 0 ? "none" : given.map(([name]) => name).join(" and ")
    throw new InvalidOptionError({ option: "token", expected: "one of token, token_env and app", got })
  }
  if (app !== undefined) return readApp(app)
  const found = token ?? env[token_env ?? ""] ?? ""
  if (/^[\x21-\x7e]{1,1000}$/.test(found)) return { kind: "token", token: found }
  const is_named = token === undefined
  const expected = is_named ? "the name of a variable that holds a token" : "a token without spaces"
  // The given text may be most of a token.
  const got = is_named ? token_env : "something else"
  throw new InvalidOptionError({ option: is_named ? "token_env" : "token", expected, got })
}

function readApp(app: GithubApp): Credential {
  refuseUnknownNames("app", app, ["app_id", "private_key", "installation_id"])
  const app_id = String(app.app_id)
  if (!/^[\w.-]{1,100}$/.test(app_id))
    throw new InvalidOptionError({ option: "app.app_id", expected: "the id of an app", got: app.app_id })
  const private_key = app.private_key.replaceAll("\\n", "\n").trim()
  if (!/^-----BEGIN [A-Z ]*PRIVATE KEY-----\n/.test(private_key)) {
    const expected = "a private key in PEM: -----BEGIN RSA PRIVATE KEY-----, and its lines"
    throw new InvalidOptionError({ option: "app.private_key", expected, got: "something else" })
  }
  const { installation_id = null } = app
  if (installation_id !== null && !(Number.isSafeInteger(installation_id) && installation_id > 0)) {
    const expected = "the number of an installation"
    throw new InvalidOptionError({ option: "app.installation_id", expected, got: installation_id })
  }
  return { kind: "app", app_id, private_key, installation_id }
}
