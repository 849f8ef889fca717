/** Exchanges over what stands below a message: signatures and business cards. */
import type { Exchange } from './exchange'

const signature = {
  path: '/webmail/signature/saveSignature.action',
  method: 'POST',
  signedIn: true,
  status: 200,
} as const

const card = { ...signature, path: '/webmail/card/saveCard.action' } as const
const written = encodeURIComponent(
  JSON.stringify({
    name: '林',
    fields: [{ kind: 'mobile', label: '手机', value: '138' }],
    logo: '',
    layout: 'business',
  }),
)

export const exchanges: readonly Exchange[] = [
  {
    ...signature,
    title: 'a signature is saved',
    form: 'title=Work&html=%3Cdiv%3ELin%3C%2Fdiv%3E',
    answer: {
      code: '200',
      signatures: [{ id: '{anything}', title: 'Work', html: '<div>Lin</div>', card: '' }],
      defaults: { new: '{anything}', reply: '' },
    },
  },
  {
    ...signature,
    title: 'a signature without a title',
    form: 'title=+&html=',
    answer: { code: 'signatureTitleEmpty', msg: 'errors:signatureTitleEmpty', field: 'title' },
  },
  {
    ...card,
    title: 'a business card is saved as the one that goes along by itself',
    form: `card=${written}&isDefault=1`,
    answer: {
      code: '200',
      cards: [
        {
          ...{ id: '{anything}', name: '林', logo: '', layout: 'business', isDefault: true, leftOut: [] },
          fields: [{ kind: 'mobile', label: '手机', value: '138' }],
        },
      ],
    },
  },
  {
    ...card,
    title: 'a business card without a name',
    form: `card=${written.replace(encodeURIComponent('林'), '+')}&isDefault=0`,
    answer: { code: 'cardNameEmpty', msg: 'errors:cardNameEmpty', field: 'name' },
  },
  {
    ...card,
    title: 'a card that is not there is removed',
    path: '/webmail/card/removeCard.action',
    form: 'id=nobody',
    answer: { code: 'notFound', msg: 'errors:notFound' },
  },
]
