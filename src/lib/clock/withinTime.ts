import { limits } from '../../contract/limits'

/** Rejects when code has not arrived within the chunk timeout (SPEC §9). */
export function withinTime<T>(arriving: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the page did not arrive in time')), limits.chunkLoadTimeoutMs)
    arriving.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
