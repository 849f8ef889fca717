/** Exchanges over conversations. */
import { type Exchange, summary } from './exchange'

export const exchanges: readonly Exchange[] = [
  {
    title: 'a list of conversations',
    method: 'POST',
    path: '/webmail/query/queryfolder2.action',
    form: 'folder=inbox&page=1&pageSize=20&sort=date&order=desc&filter=all&conversations=1',
    signedIn: true,
    status: 200,
    answer: {
      code: '200',
      list: [
        {
          ...summary,
          conversation: {
            count: 1,
            people: [summary.from],
            mails: [{ id: '{text}', seen: false, flagged: false, hasAttachment: false }],
          },
        },
      ],
      total: 1,
      unread: 1,
      page: 1,
      pageSize: 20,
    },
  },
  {
    title: 'the conversations of a view, which has none',
    method: 'POST',
    path: '/webmail/query/queryfolder2.action',
    form: 'folder=flag&conversations=1',
    signedIn: true,
    status: 200,
    answer: { code: 'notAllowed', msg: 'errors:notAllowed', field: 'conversations' },
  },
  {
    title: 'the mails of a conversation',
    method: 'POST',
    path: '/webmail/query/conversation.action',
    form: 'id=«MAIL»&page=1',
    signedIn: true,
    status: 200,
    answer: { code: '200', list: [summary], total: 1, page: 1, pageSize: 50 },
  },
  {
    title: 'the conversation of a mail that is not there',
    method: 'POST',
    path: '/webmail/query/conversation.action',
    form: 'id=none',
    signedIn: true,
    status: 200,
    answer: { code: 'notFound', msg: 'errors:notFound' },
  },
]
