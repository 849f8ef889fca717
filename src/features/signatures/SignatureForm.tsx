import Button from 'antd/es/button'
import Input from 'antd/es/input'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  checkSignatureHtml,
  checkSignatureTitle,
  signatureLimits,
  signatureWidth,
} from '#contract/compose/signatureRules'
import type { Call, Reply } from '#contract/endpoint'
import { type Signature, saveSignature } from '#contract/endpoints/sending/signatures'
import { limits } from '#contract/limits'
import { AntdForm, type FormFault, FormRow } from '#src/components/antd/AntdForm'
import { lazyPiece } from '#src/components/lazy/lazyPiece'
import { Skeleton } from '#src/components/state/Skeleton'
import { signatureToKeep } from '#src/lib/html'
import type { Outcome } from '#src/lib/http/outcome'
import { noticeShown } from '#src/store/shell/notices'
import { type AppThunk, useAppDispatch } from '#src/store/typed'

const TextEditor = lazyPiece(async () => (await import('../compose')).LazyTextEditor)

type Values = { title: string; html: string }

type Props = {
  /** Null for another one. */
  signature: Signature | null
  onSaved: (all: Reply<typeof saveSignature>) => void
  onClose: () => void
}

/** Those that every mail program shows, and that stay small enough to go with each message. */
const pictureTypes = /^image\/(?:png|gif|jpeg|webp)$/
const pictureBytes = 200 * 1024

function save(form: Call<typeof saveSignature>): AppThunk<Promise<Outcome<Reply<typeof saveSignature>>>> {
  return async (_dispatch, _getState, { call }) => call(saveSignature, form)
}

export function SignatureForm({ signature, onSaved, onClose }: Props) {
  const { t } = useTranslation(['signatures', 'common'])
  const dispatch = useAppDispatch()
  const [fault, setFault] = useState<FormFault | null>(null)
  const [isSaving, setSaving] = useState(false)

  async function handleFinish(values: Values) {
    if (isSaving) return
    const title = values.title.trim()
    const html = signatureToKeep(values.html)
    const titleCode = checkSignatureTitle(title)
    const htmlCode = titleCode === null ? checkSignatureHtml(html) : null
    const code = titleCode ?? htmlCode
    if (code !== null) return setFault({ code, field: titleCode === null ? 'html' : 'title' })
    setSaving(true)
    const outcome = await dispatch(save({ title, html, ...(signature !== null && { id: signature.id }) }))
    setSaving(false)
    if (outcome.ok) onSaved(outcome.value)
    else setFault(outcome)
  }

  return (
    <AntdForm<Values>
      fault={fault}
      initialValues={{ title: signature?.title ?? '', html: signature?.html ?? '' }}
      onValuesChange={() => setFault(null)}
      onFinish={(values) => void handleFinish(values)}
    >
      <FormRow name="title" label={t('title')}>
        <Input autoComplete="off" autoFocus maxLength={signatureLimits.titleCharacters * 2} />
      </FormRow>
      <FormRow name="html" label={t('text')} help={t('textHint')}>
        <SignatureText />
      </FormRow>
      <div className="antd-form-actions">
        <Button type="primary" htmlType="submit" loading={isSaving}>
          {t('save')}
        </Button>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
      </div>
    </AntdForm>
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
