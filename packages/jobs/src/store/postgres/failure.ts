import { errorCode, thrownMessage } from "@proofloop/foundation/errors"
import { StoreError, type StoreProblem } from "../store_error.ts"

/** What the server refused, or that it cannot be reached. */
export class PostgresFailure extends Error {
  override readonly cause: unknown
  /** https://www.postgresql.org/docs/current/errcodes-appendix.html; "" when the connection broke. */
  readonly state: string

  constructor(cause: unknown) {
    super(thrownMessage(cause), { cause })
    this.cause = cause
    const code = errorCode(cause)
    this.state = /^[0-9A-Z]{5}$/.test(code) && !/^E[A-Z]+$/.test(code) ? code : ""
  }

  /** The connection is gone; a statement that was under way may have been done. */
  get is_lost(): boolean {
    return LOST.some((begin) => this.state.startsWith(begin)) || this.state === ""
  }

  /** Another try may go well. */
  get is_passing(): boolean {
    return this.is_lost || PASSING.includes(this.state)
  }
}

/** Connection exceptions, the server's shutdown, crash and start, and sessions it ended for idling. */
const LOST = ["08", "57P0", "25P03", "25P04"]
/** Serialization failure, deadlock, lock and statement timeout, too many connections. */
const PASSING = ["40001", "40P01", "55P03", "57014", "53300"]

/** Does something on a connection; what goes wrong is a PostgresFailure. */
export async function asked<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw new PostgresFailure(error)
  }
}

/** A failure that stayed as an error of the store, if there is one for it. Never returns. */
export function giveUp(path: string, failure: PostgresFailure): never {
  const { state, message, cause } = failure
  const described = DESCRIPTIONS.find(([begin]) => state.startsWith(begin))
  if (described !== undefined) {
    const [, problem, text] = described
    throw new StoreError(problem, `${path}: ${text}: ${message}`, { cause })
  }
  if (!failure.is_lost) throw cause
  const code = errorCode(cause)
  const problem = CERTIFICATE.test(code)
    ? "the certificate of the server is not accepted"
    : "the server cannot be reached"
  throw new StoreError("io", `${path}: ${problem}: ${message === "" ? code : message}`, { cause })
}

/**
 * https://nodejs.org/api/tls.html#x509-certificate-error-codes; what begins with ERR_SSL is an answer of the server, perhaps
 * about a certificate of ours.
 */
const CERTIFICATE = /^(?!ERR_SSL_).*(?:CERT|UNABLE_TO_VERIFY_LEAF)/

const LOCKED = "other processes keep the store locked"

const DESCRIPTIONS: readonly (readonly [begin: string, problem: StoreProblem, text: string])[] = [
  ["40", "busy", LOCKED],
  ["55P03", "busy", LOCKED],
  ["57014", "busy", LOCKED],
  ["53300", "busy", "the server has no connection left"],
  ["53100", "io", "the disk of the server is full"],
  ["28", "io", "the server refuses this user"],
  ["3D000", "io", "the server has no such database"],
  ["42501", "io", "permission denied"],
  ["25006", "io", "the store cannot be written to"],
  ["53", "io", "the store cannot be read or written"],
  ["58", "io", "the store cannot be read or written"],
  ["XX001", "corrupt", "the database is damaged"],
  ["XX002", "corrupt", "the database is damaged"],
]
