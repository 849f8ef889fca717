/** One answered request, as the log and the metrics may know it: from closed lists alone. */
import { allEndpoints } from '../../src/contract/endpoints'

export type Answered = {
  readonly method: string
  readonly call: string
  readonly status: number
  /** The code in the answer, where it is one of a call. */
  readonly code: string | undefined
  readonly ms: number
  readonly request: string
  /** Of the asking browser; for `makeSessionMarks` alone. */
  readonly authorization: string | undefined
}

const calls = new Set(allEndpoints.map(({ path }) => `/${path}`))
const checks: readonly string[] = ['/healthz', '/readyz']
const methods: readonly string[] = ['GET', 'POST', 'HEAD', 'OPTIONS']

/** `url` as it was asked for. What is no call of the contract is named by its kind: an address may hold anything. */
export function callOf(url: string): string {
  const path = url.split('?')[0] ?? ''
  if (calls.has(path)) return path.slice(1)
  if (checks.includes(path)) return path.slice(1)
  if (path.startsWith('/webmail/')) return 'unknown'
  return path.startsWith('/assets/') ? 'asset' : 'page'
}

export function methodOf(method: string): string {
  return methods.includes(method) ? method : 'other'
}
