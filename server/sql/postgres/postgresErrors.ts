/** Turns what PostgreSQL and the line to it report into words that the product knows (TRUST R12). */
import { Refusal, StoreAway } from '../../core/refusal'

/** The disk of the server is full. */
const full = '53100'
/**
 * No answer for now, by class or whole code of SQLSTATE: the line, resources, an operator or a shutdown, the system, a damaged index; then
 * a server that only reads, two transactions that block each other, a lock or an idle transaction that took too long; and a sign-in or a
 * database that is not there, which an administrator mends.
 */
const away = /^(08...|53...|57P0.|57014|58...|XX00[12]|25006|40001|40P01|55P03|25P0[34]|28...|3D000)$/
const brokenLine =
  /^(ECONN(REFUSED|RESET|ABORTED)|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_\w+|EHOST(UNREACH|DOWN)|ENET(UNREACH|DOWN)|ENOENT|EACCES|EADDR\w+)$/
/** What the driver says without a code. */
const words =
  /^(Connection terminated|timeout e|Query read timeout|Client (has encountered|was closed)|Cannot use a pool|The server )/

export type ReadError = {
  readonly error: unknown /** The connection is not to be used again. */
  readonly isBroken: boolean
}

/** A full disk is `Refusal('diskFull')`, a server that cannot be reached or cannot work `StoreAway`; all else comes back as it is. */
export function readPostgresError(error: unknown): ReadError {
  if (!(error instanceof Error)) return { error, isBroken: true }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (code === full) return { error: caused(new Refusal('diskFull'), error), isBroken: false }
  if (code.length === 5 && away.test(code))
    return { error: caused(new StoreAway(code), error), isBroken: /^(08|57P)/.test(code) }
  const isLine = brokenLine.test(code) || (code === '' && words.test(error.message))
  if (isLine) return { error: caused(new StoreAway(code || error.message), error), isBroken: true }
  return { error, isBroken: false }
}

function caused(refusal: Error, cause: Error): Error {
  refusal.cause = cause
  return refusal
}
