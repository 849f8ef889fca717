/** Prints a receipt in a thread of its own, that ends with it; one at a time. */
import { once } from 'node:events'
import * as v from 'valibot'
import { makeMutex } from '../../kit/locks/mutex'
import { startThread } from '../../mime/worker/startThread'
import type { ReceiptPrinter, ReceiptText } from './receiptPrinter.port'

/** Milliseconds that a thread may take, its loading among them, and that others may wait for it. */
const longestMs = 30_000
const heapMegabytes = 192

const printed = v.tuple([v.instance(Uint8Array)])

export function makeReceiptPrinter(): ReceiptPrinter {
  const alone = makeMutex()
  return async (receipt) => {
    const endTurn = await alone.take(longestMs)
    if (endTurn === null) throw new Error('Too many receipts are printed at once')
    return print(receipt).finally(endTurn)
  }
}

async function print(receipt: ReceiptText): Promise<Uint8Array> {
  const thread = startThread('receiptWorker.pdf', import.meta.url, {
    workerData: receipt,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  })
  try {
    // An error of the thread rejects as well.
    const [bytes] = v.parse(printed, await once(thread, 'message', { signal: AbortSignal.timeout(longestMs) }))
    return bytes
  } finally {
    await thread.terminate()
  }
}
