/** Exchanges over organizations, with a caller who belongs to none. */
import type { Exchange } from './exchange'

export const exchanges: readonly Exchange[] = [
  {
    title: 'the domains of an organization that is not the caller’s',
    method: 'POST',
    path: '/webmail/corp/getDomain.action',
    form: 'organization=acme',
    signedIn: true,
    status: 200,
    answer: { code: 'notFound', msg: 'errors:notFound', field: 'organization' },
  },
  {
    title: 'the directory of whoever belongs to no organization',
    method: 'POST',
    path: '/webmail/corp/directory.action',
    form: 'typed=wang&size=50',
    signedIn: true,
    status: 200,
    answer: { code: '200', people: [], next: '' },
  },
  {
    title: 'the logo of the caller’s organization',
    method: 'GET',
    path: '/webmail/main/getCustomizeLogo.action',
    signedIn: true,
    status: 200,
    answer: { code: '200', logoUrl: null },
  },
  {
    title: 'the logo of a domain, asked by anybody',
    method: 'GET',
    path: '/webmail/main/getCustomizeLogo.action?domain=acme.test',
    signedIn: false,
    status: 200,
    answer: { code: '200', logoUrl: null },
  },
  {
    title: 'how far the transfer of the mailbox is, where none was begun',
    method: 'POST',
    path: '/webmail/main/getMoveMailStatus.action',
    form: '',
    signedIn: true,
    status: 200,
    answer: {
      ...{ code: '200', state: 'none', isCancelled: false, done: 0, total: 0 },
      ...{ address: '', reason: null, forwardUntil: null },
    },
  },
  {
    title: 'a transfer into a domain that is not of the caller’s organization',
    method: 'POST',
    path: '/webmail/corp/startTrabsfer.action',
    form: 'domain=acme.test&forwards=1',
    signedIn: true,
    status: 200,
    answer: { code: 'notFound', msg: 'errors:notFound', field: 'domain' },
  },
  {
    title: 'the cancelling of a transfer that is not there',
    method: 'POST',
    path: '/webmail/corp/cancelTransfer.action',
    form: '',
    signedIn: true,
    status: 200,
    answer: { code: 'notFound', msg: 'errors:notFound' },
  },
]
