/** Conversations: the mails that answer one another. */
import * as v from 'valibot'
import { endpoint } from '../../endpoint'
import { text, whole, withDefault } from '../../field'
import { limits } from '../../limits'
import { mailSummary } from '../../shapes'

/** The mails of the conversation that a mail belongs to, oldest first; page 1 has the newest ones. Their texts are asked for one by one. */
export const openConversation = endpoint({
  method: 'POST',
  path: 'webmail/query/conversation.action',
  fields: {
    id: text(200),
    page: withDefault(whole(1, limits.pageMax), 1),
    pageSize: withDefault(whole(1, limits.conversationPage), limits.conversationPage),
  },
  reply: v.object({ list: v.array(mailSummary), total: v.number(), page: v.number(), pageSize: v.number() }),
  codes: ['notFound', 'serverCannot'],
})
