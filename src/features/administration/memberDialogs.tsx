/** The forms of the members' tab: a new member, another password, another quota. */
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '#contract/endpoint'
import { corporateDomains } from '#contract/endpoints/account/account'
import {
  addMember,
  type listMembers,
  resetMemberPassword,
  setMemberQuota,
} from '#contract/endpoints/organization/administrationMembers'
import { readableAddress, readableDomain } from '#contract/mail/domainSpelling'
import { isPasswordStrong } from '#contract/rules'
import { type FormFault, FormRow } from '#src/components/antd/AntdForm'
import { AntdFormDialog } from '#src/components/antd/AntdFormDialog'
import { fileSize } from '#src/components/text/fileSize'
import { outcomeOf, say, useReply } from '#src/store/ask'
import { useAppDispatch } from '#src/store/typed'

export type MemberRow = Reply<typeof listMembers>['list'][number]

export type MemberDialogProps = { onDone: () => void; onClose: () => void }

const gibibyte = 1024 ** 3

/** Without signs that look alike; four of each kind. */
const alphabets = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789'] as const

function madePassword(): string {
  for (;;) {
    const made = [...crypto.getRandomValues(new Uint32Array(14))]
      .map((number, at) => {
        const signs = alphabets[at % alphabets.length] ?? alphabets[0]
        return signs[number % signs.length] ?? ''
      })
      .join('')
    if (isPasswordStrong(made)) return made
  }
}

function PasswordRow({ help }: { help: string }) {
  const { t } = useTranslation('administration')
  return (
    <FormRow name="password" label={t('password.label')} help={help} isNarrow>
      <Input autoComplete="off" spellCheck={false} className="administration-password" />
    </FormRow>
  )
}

export function AddMemberDialog({ organization, onDone, onClose }: MemberDialogProps & { organization: string }) {
  const { t } = useTranslation('administration')
  const dispatch = useAppDispatch()
  const answer = useReply(corporateDomains, { organization })
  const domains = answer.last?.domains
  const refused = answer.state === 'failed' ? answer.code : null
  useEffect(() => {
    if (refused === null) return
    dispatch(say({ code: refused }))
    onClose()
  }, [dispatch, refused, onClose])
  const [password] = useState(madePassword)
  if (domains === undefined) return null
  type Typed = { name: string; domain: string; displayName: string; password: string }
  async function handleSubmit(typed: Typed): Promise<FormFault | null> {
    if (!isPasswordStrong(typed.password)) return { field: 'password', message: 'errors:passwordWeak' }
    const outcome = await dispatch(outcomeOf(addMember, typed))
    if (!outcome.ok) return outcome
    onDone()
    return null
  }
  return (
    <AntdFormDialog<Typed>
      title={t('members.add')}
      submit={t('members.add')}
      initialValues={{ name: '', domain: domains[0] ?? '', displayName: '', password }}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <FormRow name="name" label={t('add.name')} isNarrow>
        <Input autoComplete="off" />
      </FormRow>
      <FormRow
        name="domain"
        label={t('add.domain')}
        isNarrow
        {...(domains.length === 0 && { help: t('add.noDomain') })}
      >
        <Select<string> options={domains.map((value) => ({ value, label: readableDomain(value) }))} />
      </FormRow>
      <FormRow name="displayName" label={t('add.displayName')} isNarrow>
        <Input autoComplete="off" maxLength={100} />
      </FormRow>
      <PasswordRow help={t('password.tellOnce')} />
    </AntdFormDialog>
  )
}

export function PasswordDialog({
  member: { id, address },
  onDone,
  onClose,
}: MemberDialogProps & { member: MemberRow }) {
  const { t } = useTranslation('administration')
  const dispatch = useAppDispatch()
  const [made] = useState(madePassword)
  async function handleSubmit({ password }: { password: string }): Promise<FormFault | null> {
    if (!isPasswordStrong(password)) return { field: 'password', message: 'errors:passwordWeak' }
    const outcome = await dispatch(outcomeOf(resetMemberPassword, { id, password }))
    if (!outcome.ok) return outcome
    onDone()
    return null
  }
  return (
    <AntdFormDialog<{ password: string }>
      title={t('password.title', { address: readableAddress(address) })}
      submit={t('do.password')}
      initialValues={{ password: made }}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <PasswordRow help={t('password.ends')} />
    </AntdFormDialog>
  )
}

export function QuotaDialog({ member, onDone, onClose }: MemberDialogProps & { member: MemberRow }) {
  const { t, i18n } = useTranslation('administration')
  const dispatch = useAppDispatch()
  type Typed = { bytes: string }
  async function handleSubmit({ bytes }: Typed): Promise<FormFault | null> {
    const wanted = Math.round(Number(bytes) * gibibyte)
    if (!(wanted > 0) && bytes !== '') return { field: 'bytes', message: 'administration:quota.tooMuch' }
    const form = { id: member.id, ...(bytes !== '' && { bytes: wanted }) }
    const outcome = await dispatch(outcomeOf(setMemberQuota, form))
    if (!outcome.ok) {
      if (outcome.code !== 'badField') return outcome
      return { field: 'bytes', message: 'administration:quota.tooMuch' }
    }
    onDone()
    return null
  }
  return (
    <AntdFormDialog<Typed>
      title={t('quota.title', { address: readableAddress(member.address) })}
      submit={t('do.quota')}
      initialValues={{ bytes: '' }}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <FormRow
        name="bytes"
        label={t('quota.label')}
        help={t('quota.help', { now: fileSize(member.quota, i18n.language) })}
        isNarrow
      >
        <Input type="number" min={0.01} step="any" suffix="GB" className="administration-number" />
      </FormRow>
    </AntdFormDialog>
  )
}
