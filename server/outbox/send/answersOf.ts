/** Which mail a send answers, and how: that mail is marked once this one has gone. */
import type { Form } from '#contract/endpoint'
import type { sendMail } from '#contract/endpoints/sending/sending'
import type { NewOutboxEntry } from '../outbox.store'

export function answersOf(form: Pick<Form<typeof sendMail>, 'inReplyTo' | 'mode'>): NewOutboxEntry['answers'] {
  if (form.inReplyTo === undefined) return null
  if (form.mode === 'forward') return { id: form.inReplyTo, kind: 'forwarded' }
  return form.mode === 'reply' || form.mode === 'replyAll' ? { id: form.inReplyTo, kind: 'answered' } : null
}
