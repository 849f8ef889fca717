/** What stands below the person's messages, and which of it is put in by itself. */
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import Button from 'antd/es/button'
import Select from 'antd/es/select'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type SignatureUse, signatureUses } from '#contract/compose/signatureRules'
import type { Reply } from '#contract/endpoint'
import * as calls from '#contract/endpoints/sending/signatures'
import { limits } from '#contract/limits'
import { Answered } from '#src/components/antd/AntdPage'
import { useConfirm } from '#src/components/antd/useConfirm'
import { EmptyState } from '#src/components/state/EmptyState'
import { Skeleton } from '#src/components/state/Skeleton'
import { textOfHtml } from '#src/lib/html'
import type { Outcome } from '#src/lib/http/outcome'
import { outcomeOf, say, useReply } from '#src/store/ask'
import { noticeShown } from '#src/store/shell/notices'
import { useAppDispatch } from '#src/store/typed'
import { LazyCardsSection } from '../cards'
import { SignatureForm } from './SignatureForm'
import './signatures.css'

type All = Reply<typeof calls.signatures>

export function SignaturesSection() {
  const answer = useReply(calls.signatures, {})
  const { t } = useTranslation('cards')
  return (
    <>
      <Answered answer={answer}>{(all) => <Signatures all={all} onChanged={answer.replace} />}</Answered>
      <h2 className="signatures-cards">{t('title')}</h2>
      <LazyCardsSection waiting={<Skeleton lines={4} />} />
    </>
  )
}

function Signatures({ all, onChanged }: { all: All; onChanged: (all: All) => void }) {
  const { t } = useTranslation('signatures')
  const dispatch = useAppDispatch()
  /** The one in the form; empty for another one. */
  const [edited, setEdited] = useState<string | null>(null)
  const isFull = all.signatures.length >= limits.signatures

  function handleOutcome(outcome: Outcome<All>, done: string) {
    if (!outcome.ok) return dispatch(say(outcome))
    onChanged(outcome.value)
    dispatch(noticeShown({ tone: 'success', message: `signatures:${done}` }))
  }

  if (edited !== null)
    return (
      <SignatureForm
        signature={all.signatures.find(({ id }) => id === edited) ?? null}
        onSaved={(saved) => {
          setEdited(null)
          handleOutcome({ ok: true, value: saved }, 'saved')
        }}
        onClose={() => setEdited(null)}
      />
    )
  return (
    <>
      <div className="signatures-head">
        <p>{t('count', { count: all.signatures.length, most: limits.signatures })}</p>
        <Button type="primary" icon={<PlusOutlined aria-hidden />} disabled={isFull} onClick={() => setEdited('')}>
          {t('add')}
        </Button>
      </div>
      {all.signatures.length === 0 ? (
        <EmptyState title={t('empty')} hint={t('emptyHint')} />
      ) : (
        <>
          <SignatureRows all={all} onEdit={setEdited} onOutcome={handleOutcome} />
          <Defaults all={all} onOutcome={handleOutcome} />
        </>
      )}
    </>
  )
}

type RowsProps = {
  all: All
  onEdit: (id: string) => void
  onOutcome: (outcome: Outcome<All>, done: string) => void
}

function SignatureRows({ all, onEdit, onOutcome }: RowsProps) {
  const { t } = useTranslation('signatures')
  const dispatch = useAppDispatch()
  const { confirm, holder } = useConfirm()

  async function ask({ id, title }: calls.Signature) {
    const isYes = await confirm({ title: t('removeAsk', { title }), yes: t('removeYes'), isDanger: true })
    if (isYes) onOutcome(await dispatch(outcomeOf(calls.removeSignature, { id })), 'removed')
  }

  return (
    <ul className="signatures-list" aria-label={t('list')}>
      {all.signatures.map((one) => (
        <li key={one.id} className="signatures-row">
          <div className="signatures-words">
            <bdi className="signatures-title">{one.title}</bdi>
            <bdi className="signatures-text">{textOfHtml(one.html)}</bdi>
          </div>
          <Button
            type="text"
            icon={<EditOutlined aria-hidden />}
            aria-label={t('edit', { title: one.title })}
            onClick={() => onEdit(one.id)}
          />
          <Button
            type="text"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={t('remove', { title: one.title })}
            onClick={() => void ask(one)}
          />
        </li>
      ))}
      {holder}
    </ul>
  )
}

function Defaults({ all, onOutcome }: Omit<RowsProps, 'onEdit'>) {
  const { t } = useTranslation('signatures')
  const dispatch = useAppDispatch()
  const [isBusy, setBusy] = useState(false)
  async function choose(use: SignatureUse, id: string) {
    setBusy(true)
    onOutcome(await dispatch(outcomeOf(calls.chooseSignatures, { [use]: id })), 'chosen')
    setBusy(false)
  }
  const options = [
    { value: '', label: t('none') },
    ...all.signatures.map(({ id, title }) => ({ value: id, label: title })),
  ]
  return (
    <div className="signatures-defaults">
      {signatureUses.map((use) => (
        // A label of its own: the control is no field of a form.
        <div key={use}>
          <label htmlFor={`signatures-${use}`}>{t(`use.${use}`)}</label>
          <Select<string>
            id={`signatures-${use}`}
            value={all.defaults[use]}
            options={options}
            // Each answer tells both: two on their way could come in the wrong order.
            disabled={isBusy}
            onChange={(id) => void choose(use, id)}
          />
        </div>
      ))}
    </div>
  )
}
