/** Removes a member: what is in the account, and who gets the messages. */
import Radio from 'antd/es/radio'
import Select from 'antd/es/select'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  listMembers,
  removalPreview,
  removeMember,
  resumeRemoval,
} from '#contract/endpoints/organization/administrationMembers'
import { readableAddress } from '#contract/mail/domainSpelling'
import { type FormFault, FormRow } from '#src/components/antd/AntdForm'
import { AntdFormDialog } from '#src/components/antd/AntdFormDialog'
import { Answered } from '#src/components/antd/AntdPage'
import { useTypedPause } from '#src/components/browser/useTypedSearch'
import { outcomeOf, useReply } from '#src/store/ask'
import { useAppDispatch } from '#src/store/typed'
import type { MemberDialogProps, MemberRow } from './memberDialogs'
import { useEndingTexts } from './useEndingTexts'

type RemovalChoice = { mail: 'same' | 'hand' | 'drop'; target?: string }

/** Of one that is being removed already: goes on, as before or otherwise. */
export function RemoveMemberDialog({
  member: { id, address, removal },
  onDone,
  onClose,
}: MemberDialogProps & { member: MemberRow }) {
  const { t } = useTranslation('administration')
  const dispatch = useAppDispatch()
  const isRunning = removal !== null
  const does = t(isRunning ? 'do.resume' : 'do.remove')
  async function handleSubmit({ mail, target }: RemovalChoice): Promise<FormFault | null> {
    if (mail === 'hand' && target === undefined) return { field: 'target', message: 'administration:remove.noTarget' }
    const form = { id, ...(mail === 'hand' && { target }) }
    const outcome = isRunning
      ? await dispatch(outcomeOf(resumeRemoval, { ...form, drops: mail === 'drop' }))
      : await dispatch(outcomeOf(removeMember, form))
    if (!outcome.ok) {
      // Of the target's mailbox, not of one's own.
      if (outcome.code === 'quotaExceeded') return { field: 'target', message: 'administration:remove.noRoom' }
      return outcome
    }
    onDone()
    return null
  }
  return (
    <AntdFormDialog<RemovalChoice>
      title={t('remove.title', { address: readableAddress(address) })}
      submit={does}
      isDanger
      initialValues={{ mail: isRunning ? 'same' : 'hand' }}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <p className="administration-hint">{t('remove.text')}</p>
      <Contents id={id} />
      <FormRow name="mail" label={t('remove.mail')} isNarrow>
        <Radio.Group
          options={[
            ...(isRunning ? [{ value: 'same', label: t('remove.same') }] : []),
            { value: 'hand', label: t('remove.hand') },
            { value: 'drop', label: t('remove.drop') },
          ]}
        />
      </FormRow>
      <FormRow
        name="target"
        label={t('remove.target')}
        help={t('remove.folder', { address: readableAddress(address) })}
        isNarrow
      >
        <MemberSelect except={address} />
      </FormRow>
    </AntdFormDialog>
  )
}

/** What is in the account. */
function Contents({ id }: { id: string }) {
  const { t } = useTranslation('administration')
  const texts = useEndingTexts()
  const answer = useReply(removalPreview, { id })
  return (
    <div className="administration-contents">
      <p id="administration-contents">{t('remove.contents')}</p>
      <Answered answer={answer} lines={3}>
        {(found) => (
          <ul aria-labelledby="administration-contents">
            {[t('remove.messages', { count: found.messages }), ...texts(found)].map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
      </Answered>
    </div>
  )
}

type SelectProps = { id?: string; value?: string; onChange?: (value: string) => void; except: string }

/** Members are asked for where the typing pauses: there may be thousands. */
function MemberSelect({ except, ...field }: SelectProps) {
  const { t } = useTranslation('administration')
  const [words, setWords] = useState('')
  const found = useReply(listMembers, { words: useTypedPause(words), size: 20 }).last?.list ?? []
  return (
    <Select<string>
      {...field}
      showSearch={{ filterOption: false, onSearch: setWords }}
      placeholder={t('members.search')}
      notFoundContent={t('members.none')}
      options={found
        .filter(({ address }) => address !== except)
        .map(({ name, address, state }) => {
          const label = `${name} · ${readableAddress(address)}`
          // The gateway hands nothing over to them.
          return state === 'active'
            ? { value: address, label }
            : { value: address, label: `${label} · ${t(`states.${state}`)}`, disabled: true }
        })}
    />
  )
}
