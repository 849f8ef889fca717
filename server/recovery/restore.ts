/** Takes deleted mail back, each to where it lay; asked for twice, it is back once. */
import type { Form, Reply } from '../../src/contract/endpoint'
import type * as entries from '../../src/contract/endpoints/mail/recovery'
import type { Caller } from '../core/caller'
import { Refusal } from '../core/refusal'
import { recoveryMailId, removedIdOf } from '../mail/virtual/recoveryFolder'
import { type RecoveryDeps, recoverable } from './recoveryWindow'

/** What the folder is called that takes mail whose own folder is gone. */
const elsewhere = { 'zh-CN': '已恢复', 'en-US': 'Recovered' } as const

export const makeRestoreMails =
  (deps: RecoveryDeps) =>
  async (
    { ids, language }: Form<typeof entries.restoreMails>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.restoreMails>> => {
    if (ids.length === 0) throw new Refusal('noMailSelected')
    const { mails, since } = await recoverable(deps, account)
    const removed = ids.map(removedIdOf).filter((id) => id !== null)
    const restored = await mails.restore(removed, since, elsewhere[language])
    if (restored.length === 0) throw new Refusal('notFound')
    return { restored: restored.map(({ id, folder }) => ({ id: recoveryMailId(id), newId: id, folder })) }
  }
