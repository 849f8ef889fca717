/** What an administrator does to one member, as far as the member's state lets it. */
import DownOutlined from '@ant-design/icons/es/icons/DownOutlined'
import Button from 'antd/es/button'
import Dropdown from 'antd/es/dropdown'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Call, Endpoint } from '#contract/endpoint'
import {
  cancelRemoval,
  lockMember,
  resetMemberFactors,
  setMemberRole,
  unlockMember,
} from '#contract/endpoints/organization/administrationMembers'
import { readableAddress } from '#contract/mail/domainSpelling'
import { useConfirm } from '#src/components/antd/useConfirm'
import { lazyDialog } from '#src/components/lazy/lazyDialog'
import { ask, say } from '#src/store/ask'
import { noticeShown } from '#src/store/shell/notices'
import { type AppThunk, useAppDispatch } from '#src/store/typed'
import type { MemberRow } from './memberDialogs'

/** Whether it was done; why not, a notice says. */
const changeOrSay =
  <E extends Endpoint>(entry: E, form: Call<E>): AppThunk<Promise<boolean>> =>
  async (dispatch) =>
    (await dispatch(ask(entry, form))) !== null

/** Answered as done where it was refused: who is no administrator any more sees it on the page. */
function dismiss(id: string): AppThunk<Promise<boolean>> {
  return async (dispatch, _getState, { call }) => {
    const outcome = await call(setMemberRole, { id, role: 'member' })
    if (!outcome.ok && outcome.code === 'notAllowed')
      dispatch(noticeShown({ tone: 'error', message: 'administration:confirm.dismissLast' }))
    else if (!outcome.ok) dispatch(say(outcome))
    return true
  }
}

/** By what they do. */
const dialogs = {
  password: lazyDialog(async () => (await import('./memberDialogs')).PasswordDialog),
  quota: lazyDialog(async () => (await import('./memberDialogs')).QuotaDialog),
  remove: lazyDialog(async () => (await import('./RemoveMemberDialog')).RemoveMemberDialog),
  resume: lazyDialog(async () => (await import('./RemoveMemberDialog')).RemoveMemberDialog),
}

const actions = [
  'appoint',
  'dismiss',
  'password',
  'factors',
  'quota',
  'lock',
  'unlock',
  'remove',
  'resume',
  'cancel',
] as const
type Action = (typeof actions)[number]

type Opened = { readonly open: keyof typeof dialogs | null; readonly presses: number }

type Props = { member: MemberRow; keepsAccounts: boolean; onChanged: () => void }

/** The gateway judges once more. */
function fits(
  action: Action,
  { isSelf, isAdministrator, state, hasFactor, removal }: MemberRow,
  keepsAccounts: boolean,
) {
  const isOpen = state === 'active' || state === 'locked'
  if (action === 'resume') return removal?.hasFailed === true
  if (action === 'cancel') return removal?.isCancellable === true
  if (action === 'appoint') return !isAdministrator && state === 'active'
  if (action === 'dismiss') return isAdministrator
  if (isSelf || !keepsAccounts || !isOpen) return false
  if (action === 'lock') return state === 'active'
  if (action === 'unlock') return state === 'locked'
  return action !== 'factors' || hasFactor
}

export function MemberActions({ member, keepsAccounts, onChanged }: Props) {
  const { t } = useTranslation('administration')
  const dispatch = useAppDispatch()
  const { confirm, holder } = useConfirm()
  // Each press is one more: the dialog of the last one may still be going.
  const [{ open, presses }, setOpen] = useState<Opened>({ open: null, presses: 0 })
  const { id } = member
  const address = readableAddress(member.address)
  const change = async (done: Promise<boolean>) => {
    if (await done) onChanged()
  }
  const run: Readonly<Record<Exclude<Action, keyof typeof dialogs>, () => Promise<boolean>>> = {
    appoint: () => dispatch(changeOrSay(setMemberRole, { id, role: 'administrator' })),
    dismiss: () => dispatch(dismiss(id)),
    factors: () => dispatch(changeOrSay(resetMemberFactors, { id })),
    lock: () => dispatch(changeOrSay(lockMember, { id })),
    unlock: () => dispatch(changeOrSay(unlockMember, { id })),
    cancel: () => dispatch(changeOrSay(cancelRemoval, { id })),
  }
  async function handleAction(action: Action) {
    if (action === 'password' || action === 'quota' || action === 'remove' || action === 'resume')
      return setOpen((last) => ({ open: action, presses: last.presses + 1 }))
    const title = t(`confirm.${action}`, { address })
    const question = { title, text: t(`confirm.${action}Text`), yes: t(`do.${action}`) }
    const isDanger = action === 'lock' || action === 'factors' || action === 'dismiss'
    if (action !== 'unlock' && !(await confirm({ ...question, isDanger }))) return
    await change(run[action]())
  }
  const Dialog = open === null ? null : dialogs[open]
  const handleClose = () => setOpen((last) => (last.presses === presses ? { ...last, open: null } : last))
  const offered = actions.filter((action) => fits(action, member, keepsAccounts))
  if (offered.length === 0) return null
  return (
    <>
      <Dropdown
        trigger={['click']}
        menu={{
          items: offered.map((key) => ({ key, label: t(`do.${key}`), danger: key === 'lock' || key === 'remove' })),
          onClick: ({ key }) => {
            const action = offered.find((one) => one === key)
            if (action !== undefined) void handleAction(action)
          },
        }}
      >
        <Button size="small" aria-label={t('members.actionsOf', { address })}>
          {t('members.actions')} <DownOutlined aria-hidden />
        </Button>
      </Dropdown>
      {Dialog !== null && <Dialog key={presses} member={member} onDone={onChanged} onClose={handleClose} />}
      {holder}
    </>
  )
}
