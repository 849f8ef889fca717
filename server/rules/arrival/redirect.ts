/** Hands a mail on to another address, and sees to it that no mail goes round in circles. */
import { Readable } from 'node:stream'
import { limits } from '#contract/limits'
import type { Spool } from '../../mail/spool/spool.store'
import { mayForward } from '../forwarding/mayForward'
import type { Arrival, ArrivedMail } from './arrivedMail'
import { headOf } from './messageHead'
import { canReach, enqueue, type Outgoing, type SendingDeps } from './outgoing'

/** Names who has handed a mail on, so that it is not handed on by the same again. */
const handedOnBy = 'X-EP-Redirected-By'
/** What other programs look for, and count. */
const loopMark = 'X-Loop'

/** False where it is not handed on: it would come back, or nobody could take it. */
export async function redirect(
  deps: SendingDeps,
  arrival: Arrival,
  mail: ArrivedMail,
  { to, isOnly }: Required<Pick<Outgoing, 'to' | 'isOnly'>>,
): Promise<boolean> {
  const own = arrival.account.address
  const header = (wanted: string) =>
    mail.parsed.headers.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase())
  const passed = [...header(handedOnBy), ...header(loopMark)]
  const wasHere = passed.some(({ value }) => value.trim().toLowerCase() === own)
  // It may go round between houses that know nothing of ours.
  const isFar = header(loopMark).length > limits.forwardHops || header('received').length > limits.receivedHops
  const isLoop = to.toLowerCase() === own || wasHere || isFar
  // A bounce handed on and not taken would come back as a bounce of a bounce.
  if (isLoop || mail.from === '' || !canReach(deps, to)) return false
  if (!(await mayForward(deps, arrival.account.id, to))) return false
  const message = async () => Readable.from(handedOn(deps.spool, arrival, own), { objectMode: false })
  await enqueue(deps, arrival, mail, { kind: 'redirect', from: own, to, isOnly, message })
  return true
}

async function* handedOn(spool: Spool, { spool: id }: Arrival, own: string) {
  const head = (await headOf(await spool.read(id))).toString('latin1')
  // Written anew by whoever delivers it (RFC 5321 section 4.4).
  let skipped = /^return-path[ \t]*:[^\n]*\n(?:[ \t][^\n]*\n)*/i.exec(head)?.[0].length ?? 0
  yield Buffer.from(`${handedOnBy}: ${own}\r\n${loopMark}: ${own}\r\n`)
  for await (const chunk of await spool.read(id)) {
    const bytes: Buffer = chunk
    yield bytes.subarray(skipped)
    skipped = Math.max(0, skipped - bytes.length)
  }
}
