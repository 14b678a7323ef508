import { MARK } from "./mark.ts"
import { isPlainValue, looksRandom } from "./plain_value.ts"

/** Hides a request's credentials: authorization headers, cookies, signatures, credentials in addresses. */
export function redactCredentials(text: string): string {
  let rest = text
  if (/authorization/i.test(rest)) {
    rest = rest
      .replace(SIGNED, `$1${MARK}`)
      .replace(AUTHORIZATION, (all, head: string, scheme: string | undefined, value: string) =>
        isPlainValue(value) ? all : `${head}${scheme ?? ""}${MARK}`,
      )
  }
  rest = rest
    .replace(BEARER, (all, head: string, value: string) =>
      looksRandom(value) || /^[A-Za-z]{20}/.test(value) ? head + MARK : all,
    )
    .replace(BASIC, (all, head: string, value: string) => (isBase64Pair(value) ? head + MARK : all))
  if (/cookie|sess/i.test(rest)) rest = rest.replace(COOKIE, `$1${MARK}`).replace(SESSION, `$1${MARK}`)
  if (rest.includes("://")) {
    rest = rest.replace(ADDRESS, (all, head: string, password: string) =>
      isVariable(password) ? all : `${head}:${MARK}@`,
    )
  }
  return rest
    .replace(SIGNATURE, `$1${MARK}`)
    .replace(NETRC, `$1${MARK}`)
    .replace(CURL, (command) =>
      command.replace(USER_OPTION, (all, head: string, password: string) =>
        isVariable(password) ? all : head + MARK,
      ),
    )
}

const SIGNED =
  /(authorization["'`]?[ \t]{0,8}[:=][ \t]{0,8}["'`]?(?:aws4-hmac-sha256|digest)[ \t]{1,4})(?!\[redacted)[^\r\n'`]{1,2048}/gi
const AUTHORIZATION =
  /(authorization\\{0,3}["'`]?\]?[ \t]{0,8}(?:=>|[:=])[ \t]{0,8}\\{0,3}["'`]?)((?:bearer|basic|token|negotiate|ntlm|api-?key|hmac|ssws|dpop|digest|aws4-hmac-sha256)[ \t]{1,4})?([^\s"'`,;&)}\]\\]{1,4096})/gi
const BEARER = /\b(bearer(?:[ \t]{1,4}|%20))([A-Za-z0-9._~+/=-]{8,4096})/gi
const BASIC = /\b(basic(?:[ \t]{1,4}|%20))([A-Za-z0-9+/=_-]{8,4096})/gi
const COOKIE =
  /(cookie\\{0,3}["'`]?\]?[ \t]{0,8}[:=][ \t]{0,8}\\{0,3}["'`]?)[\w!#$%&*+.^|~-]{1,128}=(?!=)[^\r\n"'`\\]{1,4096}/gi
const SESSION =
  /((?:PHPSESSID|JSESSIONID|ASP\.NET_SessionId|connect\.sid|laravel_session|\bsession_?id)\\{0,3}["']?[ \t]{0,4}[:=][ \t]{0,4}\\{0,3}["']?)(?=[\w%.-]{0,32}\d)[\w%.:-]{12,1024}/gi
const ADDRESS = /(:\/\/[^\s:/@"'<>]{0,256}):(?!\d{2,5}[?#,;)])([^\s/"'<>]{1,512})@/g
const SIGNATURE = /([?&](?:sig|signature|x-amz-signature|x-goog-signature)=)[A-Za-z0-9%+/=_-]{16,1024}/gi
const NETRC = /(\blogin[ \t]{1,8}[^\s]{1,128}\s{1,8}password[ \t]{1,8})(?!\[redacted)[^\s]{1,512}/g
/** `-u` means a user and a password only for curl; a container runs as `-u 1000:1000`. */
const CURL = /\bcurl\b[^\n]{1,4096}/g
const USER_OPTION = /(\s(?:-u|-U|--user|--proxy-user)[ \t=]{0,4}["']?[^\s:"'/]{1,128}:)([^\s"']{1,512})/g

/** The places of passwords in the addresses of a text. */
export function addressPasswords(
  text: string,
): ReadonlyArray<{ readonly start: number; readonly end: number }> {
  return [...text.matchAll(ADDRESS)].flatMap(({ 0: all, 1: head = "", 2: password = "", index }) =>
    isVariable(password) ? [] : [{ start: index + head.length + 1, end: index + all.length - 1 }],
  )
}

/** A password that a shell or a template fills in later. */
function isVariable(text: string): boolean {
  return /^(?:\$\{?\w{1,64}\}?|\$\{\{.{0,128}|\{\w{0,64}\}|%\w|\*{1,64})$/.test(text)
}

/** Whether a text is base64 of `user:password`. */
function isBase64Pair(text: string): boolean {
  const plain = text.replaceAll("-", "+").replaceAll("_", "/").replaceAll("=", "")
  try {
    const decoded = atob(plain.length % 4 === 1 ? plain.slice(0, -1) : plain)
    return decoded.includes(":") && /^[\x20-\x7e]{3,3072}$/.test(decoded)
  } catch {
    return false
  }
}
