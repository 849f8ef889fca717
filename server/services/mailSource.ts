/** Shows a message as it was sent, as far as a page can hold it. */
import type { Form, Reply } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/reading'
import { limits } from '../../src/contract/limits'
import { Refusal } from '../core/refusal'
import { textOf } from '../core/textOf'
import type { MailStores } from '../ports/mailStores'
import type { Caller } from './caller'
import { readStart } from './readStart'

export const makeMailSource =
  ({ mailStores }: { readonly mailStores: MailStores }) =>
  async ({ id }: Form<typeof entries.mailSource>, { account }: Caller): Promise<Reply<typeof entries.mailSource>> => {
    const raw = await mailStores.of(account).raw(id)
    if (!raw) throw new Refusal('notFound')
    const { bytes, isCut } = await readStart(raw.stream, limits.sourceBytes)
    return { source: textOf(bytes, isCut), size: raw.size, shown: bytes.length }
  }
