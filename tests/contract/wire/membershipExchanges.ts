/** Exchanges over what a membership is. */
import type { Exchange } from './exchange'

export const exchanges: readonly Exchange[] = [
  {
    title: 'the membership, with its prices',
    method: 'POST',
    path: '/webmail/pay/getUserInfos',
    form: '',
    signedIn: true,
    status: 200,
    answer: {
      code: '200',
      username: 'lin@ep.test',
      tier: 'soho',
      domainType: 'vip',
      dueTime: null,
      daysLeft: null,
      state: 'active',
      prices: '{anything}',
      discounts: '{anything}',
    },
  },
  {
    title: 'the level is read anew',
    method: 'GET',
    path: '/webmail/updateFreeMemberLevelId.action?random=1',
    signedIn: true,
    status: 200,
    answer: { code: '200', tier: 'soho' },
  },
  {
    title: 'which interface is chosen',
    method: 'GET',
    path: '/webmail/main/isNewOrOld.action',
    signedIn: true,
    status: 200,
    answer: { code: '200', version: 'new' },
  },
]
