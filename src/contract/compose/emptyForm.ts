/** The form of a mail of which nothing is written yet, as the gateway gives it and as the app has it without a line. */
import type { ComposeForm } from '../endpoints/sending/sending'

export const emptyForm: ComposeForm = {
  to: [],
  cc: [],
  bcc: [],
  subject: '',
  html: '',
  attachments: [],
  scheduledAt: null,
  draftId: null,
  inReplyTo: null,
  mode: 'new',
  urgent: false,
  receipt: false,
  separate: false,
  saveToSent: true,
  savedAt: null,
}
