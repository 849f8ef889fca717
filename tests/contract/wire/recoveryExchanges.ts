/** Data recovery, letter by letter (SPEC §6, §7, §9): before it is turned on, turning it on, and mail that is not there. */
import type { Exchange } from './exchange'

const call = { signedIn: true, status: 200 } as const
const restore = { ...call, method: 'POST', path: '/webmail/freeUp/restoreMails.action' } as const

export const exchanges: readonly Exchange[] = [
  {
    ...call,
    title: 'recovery may be turned on and is not',
    method: 'GET',
    path: '/webmail/freeUp/checkRecover.action',
    answer: { code: '200', allowed: true, reason: null, enabledAt: null, until: null, daysLeft: 0 },
  },
  {
    ...call,
    title: 'nothing is listed before it is',
    method: 'POST',
    path: '/webmail/query/queryfolder2.action',
    form: 'folder=recoverReceive',
    answer: { code: 'recoveryOff', msg: 'errors:recoveryOff' },
  },
  {
    ...call,
    title: 'it is turned on for thirty days',
    method: 'POST',
    path: '/webmail/freeUp/enableRecover.action',
    form: '',
    answer: {
      code: '200',
      allowed: true,
      reason: null,
      enabledAt: '{number}',
      until: '{number}',
      daysLeft: 30,
    },
  },
  {
    ...call,
    title: 'the view of sent mail is empty',
    method: 'POST',
    path: '/webmail/query/queryfolder2.action',
    form: 'folder=recoverSent&pageSize=20',
    answer: { code: '200', list: [], total: 0, unread: 0, page: 1, pageSize: 20 },
  },
  {
    ...restore,
    title: 'nothing is chosen to be taken back',
    form: 'language=en-US',
    answer: { code: 'noMailSelected', msg: 'errors:noMailSelected' },
  },
  {
    ...restore,
    title: 'a mail that is not there is not taken back',
    form: 'ids=gone.nowhere&language=en-US',
    answer: { code: 'notFound', msg: 'errors:notFound' },
  },
]
