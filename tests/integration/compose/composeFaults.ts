/** Faults of one call, once; after it the gateway answers again. */
import { HttpResponse, http } from 'msw'
import type { Endpoint } from '#contract/endpoint'

const anywhere = ({ path }: Endpoint) => `*/${path}`

/** The line dies at the first call; `keys` collects the idempotency keys of every call. */
export function unreachableOnce(entry: Endpoint, keys: (string | null)[]) {
  let isFirst = true
  return http.post(anywhere(entry), async ({ request }) => {
    keys.push(new URLSearchParams(await request.clone().text()).get('idempotencyKey'))
    if (!isFirst) return undefined
    isFirst = false
    return HttpResponse.error()
  })
}

/** Lets every call through and collects its key. */
export function countedCalls(entry: Endpoint, keys: (string | null)[]) {
  return http.post(anywhere(entry), async ({ request }) => {
    keys.push(new URLSearchParams(await request.clone().text()).get('idempotencyKey'))
    return undefined
  })
}

/** A refusal at the first call. */
export function refuseOnce(entry: Endpoint, code: string) {
  return http.post(anywhere(entry), () => HttpResponse.json({ code, msg: `errors:${code}` }), { once: true })
}

/** The session has ended, at the first call. */
export function lostOnce(entry: Endpoint) {
  return http.post(anywhere(entry), () => HttpResponse.json({ code: '403' }, { status: 403 }), { once: true })
}
