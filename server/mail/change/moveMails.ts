/** Moves mails: where each was and what it is called now comes back, so that an Undo can put it back. */
import type { Form, Reply } from '#contract/endpoint'
import type * as entries from '#contract/endpoints/mail/mail'
import { folderViews, systemFolders } from '#contract/shapes'
import type { Caller } from '../../core/caller'
import { Refusal } from '../../core/refusal'
import type { Teach } from '../../inbound/mailScanner.port'
import type { RuleStores } from '../../rules/rules.store'
import {
  blockSenders,
  fileSenders,
  nothingChanged,
  type SenderChange,
  sendersOf,
  takeBackSenders,
} from '../../rules/senderRules'
import type { MailStores } from '../mail.store'

type Deps = {
  readonly mailStores: MailStores
  /** Null where rules are kept nowhere. */
  readonly rules: RuleStores | null
  /** Left out where nothing learns from moves. */
  readonly teach?: Teach
}
type MoveDeps = Pick<Deps, 'mailStores' | 'teach'>
type Moved = Reply<typeof entries.moveMails>
type Decided = Reply<typeof entries.reportSpam>

export const makeMoveMails =
  (deps: MoveDeps) =>
  (form: Form<typeof entries.moveMails>, caller: Caller): Promise<Moved> =>
    moveTo(deps, form.ids, form.target, caller)

export const makeMoveToJunk =
  (deps: MoveDeps) =>
  (form: Form<typeof entries.moveToJunk>, caller: Caller): Promise<Moved> =>
    moveTo(deps, form.ids, 'junk', caller)

/** Reports mails as spam, and blocks who sent them where that is asked. */
export const makeReportSpam =
  (deps: Deps) =>
  ({ ids, blacklist }: Form<typeof entries.reportSpam>, caller: Caller): Promise<Decided> =>
    decide(deps, ids, 'junk', caller, (senders) =>
      blacklist ? blockSenders(deps.rules, caller.account, senders) : nothingChanged,
    )

/** Moves mails, and whatever their senders write from now on where that is asked. */
export const makeMoveAndRemember =
  (deps: Deps) =>
  ({ ids, target, rememberSender }: Form<typeof entries.moveAndRemember>, caller: Caller): Promise<Decided> =>
    decide(deps, ids, target, caller, (senders) =>
      rememberSender ? fileSenders(deps.rules, caller.account, senders, target) : nothingChanged,
    )

export const makeTakeBackSenders =
  ({ rules }: Pick<Deps, 'rules'>) =>
  async (
    form: Form<typeof entries.takeBackSenders>,
    { account }: Caller,
  ): Promise<Reply<typeof entries.takeBackSenders>> => {
    await takeBackSenders(rules, account, { ...nothingChanged, ...form })
    return {}
  }

/** What is decided of senders comes first: where it cannot be, the mail stays where the person sees it. */
async function decide(
  deps: Deps,
  ids: readonly string[],
  target: string,
  caller: Caller,
  decideOf: (senders: readonly string[]) => SenderChange | Promise<SenderChange>,
): Promise<Decided> {
  checkMove(ids, target)
  const store = deps.mailStores.of(caller.account)
  // A mail server makes a system folder when something first goes there.
  const isThere = isSystem(target) || (await store.folders()).some(({ id }) => id === target)
  if (!isThere) throw new Refusal('notFound', { field: 'target' })
  const present = await store.summaries(ids)
  if (present.length === 0) throw new Refusal('notFound')
  const made = await decideOf(sendersOf(present, caller.account))
  try {
    const { moved } = await moveTo(deps, ids, target, caller)
    const { blocked, distrusted, rules, against } = made
    return { moved, blocked: [...blocked], distrusted: [...distrusted], rules: [...rules], against: [...against] }
  } catch (error) {
    await takeBackSenders(deps.rules, caller.account, made)
    throw error
  }
}

const isSystem = (target: string) => (systemFolders as readonly string[]).includes(target)

function checkMove(ids: readonly string[], target: string): void {
  if (ids.length === 0) throw new Refusal('noMailSelected')
  if ((folderViews as readonly string[]).includes(target)) throw new Refusal('notAllowed', { field: 'target' })
}

async function moveTo(
  { mailStores, teach }: MoveDeps,
  ids: readonly string[],
  target: string,
  { account }: Caller,
): Promise<Moved> {
  checkMove(ids, target)
  const moved = await mailStores.of(account).move(ids, target)
  // Absent and foreign mails alike are simply not there (TRUST S21).
  if (!moved || moved.length === 0) throw new Refusal('notFound')
  await teach?.(account, moved, target)
  return { moved: [...moved] }
}
