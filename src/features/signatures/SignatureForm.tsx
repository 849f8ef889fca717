import Button from 'antd/es/button'
import Input from 'antd/es/input'
import Select from 'antd/es/select'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  checkSignatureHtml,
  checkSignatureTitle,
  signatureLimits,
  signatureWidth,
} from '#contract/compose/signatureRules'
import type { Reply } from '#contract/endpoint'
import { cards } from '#contract/endpoints/contacts/cards'
import { type Signature, saveSignature } from '#contract/endpoints/sending/signatures'
import { limits } from '#contract/limits'
import { AntdForm, type FormFault, FormRow } from '#src/components/antd/AntdForm'
import { useDiscard } from '#src/components/antd/useConfirm'
import { lazyPiece } from '#src/components/lazy/lazyPiece'
import { ErrorNote } from '#src/components/state/ErrorNote'
import { Skeleton } from '#src/components/state/Skeleton'
import { signatureToKeep } from '#src/lib/html'
import { outcomeOf, useReply } from '#src/store/ask'
import { noticeShown } from '#src/store/shell/notices'
import { useAppDispatch } from '#src/store/typed'

const TextEditor = lazyPiece(async () => (await import('../compose')).LazyTextEditor)

type Values = { title: string; html: string; card: string }

type Props = {
  /** Null for another one. */
  signature: Signature | null
  onSaved: (all: Reply<typeof saveSignature>) => void
  onClose: () => void
}

/** Those that every mail program shows, and that stay small enough to go with each message. */
const pictureTypes = /^image\/(?:png|gif|jpeg|webp)$/
const pictureBytes = 200 * 1024

export function SignatureForm({ signature, onSaved, onClose }: Props) {
  const { t } = useTranslation(['signatures', 'cards', 'common'])
  const dispatch = useAppDispatch()
  const [fault, setFault] = useState<FormFault | null>(null)
  const [isSaving, setSaving] = useState(false)
  const { discard, setChanged, holder } = useDiscard(onClose)
  const known = useReply(cards, {})

  async function handleFinish(values: Values) {
    if (isSaving) return
    const title = values.title.trim()
    const html = signatureToKeep(values.html)
    const titleCode = checkSignatureTitle(title)
    const htmlCode = titleCode === null ? checkSignatureHtml(html) : null
    const code = titleCode ?? htmlCode
    if (code !== null) return setFault({ code, field: titleCode === null ? 'html' : 'title' })
    setSaving(true)
    const isGone = known.last?.cards.every(({ id }) => id !== values.card) === true
    const card = isGone ? '' : values.card
    const form = { title, html, card, ...(signature !== null && { id: signature.id }) }
    const outcome = await dispatch(outcomeOf(saveSignature, form))
    setSaving(false)
    if (outcome.ok) onSaved(outcome.value)
    else setFault(outcome)
  }

  return (
    <AntdForm<Values>
      fault={fault}
      initialValues={{ title: signature?.title ?? '', html: signature?.html ?? '', card: signature?.card ?? '' }}
      onValuesChange={() => {
        setChanged(true)
        setFault(null)
      }}
      onFinish={(values) => void handleFinish(values)}
    >
      <FormRow name="title" label={t('title')}>
        <Input autoComplete="off" autoFocus maxLength={signatureLimits.titleCharacters * 2} />
      </FormRow>
      <FormRow name="html" label={t('text')} help={t('textHint')}>
        <SignatureText />
      </FormRow>
      <FormRow name="card" label={t('cards:withSignature')} help={t('cards:withSignatureHint')}>
        <CardChoice answer={known} />
      </FormRow>
      <div className="antd-form-actions">
        <Button type="primary" htmlType="submit" loading={isSaving}>
          {t('save')}
        </Button>
        <Button onClick={() => void discard()}>{t('common:cancel')}</Button>
      </div>
      {holder}
    </AntdForm>
  )
}

type CardProps = {
  id?: string
  value?: string
  onChange?: (card: string) => void
  answer: ReturnType<typeof useReply<typeof cards>>
}

/** A card that is gone is shown as none. */
function CardChoice({ id, value = '', onChange, answer }: CardProps) {
  const { t } = useTranslation('cards')
  const { last } = answer
  if (answer.state === 'failed') return <ErrorNote message={`errors:${answer.code}`} onRetry={answer.retry} />
  const options = [
    { value: '', label: t('noCard') },
    ...(last?.cards ?? []).map((one) => ({ value: one.id, label: one.name })),
  ]
  return (
    <Select<string>
      {...(id !== undefined && { id })}
      value={options.some((one) => one.value === value) ? value : ''}
      options={options}
      loading={last === null}
      disabled={last === null}
      onChange={(card) => onChange?.(card)}
    />
  )
}

type TextProps = { id?: string; value?: string; onChange?: (html: string) => void; 'aria-invalid'?: boolean }

/** The editor with its count, which the gateway counts likewise. */
function SignatureText({ id, value = '', onChange, ...state }: TextProps) {
  const { t } = useTranslation('signatures')
  const dispatch = useAppDispatch()
  const width = signatureWidth(signatureToKeep(value))
  const isTooLong = width > limits.signatureWidth

  function takePictures(files: readonly File[]) {
    const taken = files.filter(({ type, size }) => pictureTypes.test(type) && size <= pictureBytes)
    if (taken.length < files.length) dispatch(noticeShown({ tone: 'error', message: 'signatures:pictureRefused' }))
    return taken
  }

  return (
    <div
      className={state['aria-invalid'] === true || isTooLong ? 'signatures-editor signatures-bad' : 'signatures-editor'}
    >
      <TextEditor
        id={id}
        label={t('text')}
        html={value}
        onChange={(html) => onChange?.(html)}
        takePictures={takePictures}
        waiting={<Skeleton lines={4} />}
      />
      <p className="signatures-count ep-number" aria-live={isTooLong ? 'polite' : 'off'}>
        {t(isTooLong ? 'widthOver' : 'width', { width, most: limits.signatureWidth })}
      </p>
    </div>
  )
}
