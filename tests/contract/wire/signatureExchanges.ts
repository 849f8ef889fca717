/** Exchanges over what stands below a message. */
import type { Exchange } from './exchange'

const signature = {
  path: '/webmail/signature/saveSignature.action',
  method: 'POST',
  signedIn: true,
  status: 200,
} as const

export const exchanges: readonly Exchange[] = [
  {
    ...signature,
    title: 'a signature is saved',
    form: 'title=Work&html=%3Cdiv%3ELin%3C%2Fdiv%3E',
    answer: {
      code: '200',
      signatures: [{ id: '{anything}', title: 'Work', html: '<div>Lin</div>' }],
      defaults: { new: '', reply: '' },
    },
  },
  {
    ...signature,
    title: 'a signature without a title',
    form: 'title=+&html=',
    answer: { code: 'signatureTitleEmpty', msg: 'errors:signatureTitleEmpty', field: 'title' },
  },
]
