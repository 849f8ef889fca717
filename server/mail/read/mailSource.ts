/** Shows a message as it was sent, as far as a page can hold it. */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/mail/reading'
import { limits } from '#contract/limits'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import { guessText } from '../../kit/charset'
import type { MailStores } from '../mail.store'
import { readStart } from './readStart'

export const makeMailSource =
  ({ mailStores }: { readonly mailStores: MailStores }) =>
  async ({ id }: Form<typeof entries.mailSource>, { account }: Caller): Promise<Reply<typeof entries.mailSource>> => {
    const raw = await mailStores.of(account).raw(id)
    if (!raw) throw new Refusal('notFound')
    const { bytes, isCut } = await readStart(raw.stream, limits.sourceBytes)
    return { source: guessText(bytes, isCut), size: raw.size, shown: bytes.length }
  }
