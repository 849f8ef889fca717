import { limits } from '../../contract/limits'

/** Rejects what has not arrived in time: that of code, unless it is said (SPEC §9). */
export function withinTime<T>(arriving: Promise<T>, ms: number = limits.chunkLoadTimeoutMs): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the page did not arrive in time')), ms)
    arriving.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
