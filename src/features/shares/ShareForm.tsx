import Button from 'antd/es/button'
import Checkbox from 'antd/es/checkbox'
import Input from 'antd/es/input'
import Radio from 'antd/es/radio'
import Select from 'antd/es/select'
import { QRCodeSVG } from 'qrcode.react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '#contract/endpoint'
import type { makeShare } from '#contract/endpoints/sending/shares'
import type { FileEntry } from '#contract/files/fileRules'
import type { MailSummary } from '#contract/shapes'
import { checkShareCode, plainShareCode, type ShareTime, shareLimits, shareTimes } from '#contract/shares/shareRules'
import { AntdForm, type FormFault, FormRow } from '#src/components/antd/AntdForm'
import { copyText } from '#src/components/browser/copyText'
import { plainName } from '#src/components/text/AddressText'
import { fileSize } from '#src/components/text/fileSize'
import { mediumDate } from '#src/components/text/mailDate'
import { pathTo } from '#src/store/routes/pathTo'
import { useAppDispatch } from '#src/store/typed'
import { useFilesName } from './ShareRows'
import { shareMessage, shareStored } from './shareThunks'

type Made = Reply<typeof makeShare> & { readonly code: string }
type Values = { time: ShareTime; withAttachments?: boolean; code?: string; mostOpens?: number }

const openChoices = [1, 3, 10, 50] as const
const qrSide = 160

/** What is shared. */
export type Chosen =
  | { readonly kind: 'message'; readonly mail: MailSummary }
  | { readonly kind: 'files'; readonly files: readonly FileEntry[] }

type Props = { chosen: Chosen; onMade: () => void }

export function ShareForm({ chosen, onMade }: Props) {
  const { t } = useTranslation('shares')
  const subject = useSubject(chosen)
  const dispatch = useAppDispatch()
  const [fault, setFault] = useState<FormFault | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [made, setMade] = useState<Made | null>(null)

  async function handleFinish({ time, withAttachments = false, code = '', mostOpens = 0 }: Values) {
    if (isBusy) return
    const wrong = checkShareCode(code)
    if (wrong !== null) return setFault({ code: wrong, field: 'code' })
    setBusy(true)
    const limit = mostOpens === 0 ? {} : { mostOpens }
    const asked = { time, code, ...limit }
    const outcome = await dispatch(
      chosen.kind === 'message'
        ? shareMessage({ id: chosen.mail.id, withAttachments, ...asked })
        : shareStored({ ids: chosen.files.map(({ id }) => id), ...asked }),
    )
    setBusy(false)
    if (!outcome.ok) return setFault(outcome)
    setMade({ ...outcome.value, code: plainShareCode(code) })
    onMade()
  }

  const hasAttachment = chosen.kind === 'message' && chosen.mail.hasAttachment
  if (made !== null) return <MadeShare made={made} subject={subject} onAgain={() => setMade(null)} />
  return (
    <AntdForm<Values>
      fault={fault}
      initialValues={{ time: '1', withAttachments: hasAttachment, code: '', mostOpens: 0 }}
      onValuesChange={() => setFault(null)}
      onFinish={(values) => void handleFinish(values)}
    >
      <Subject chosen={chosen} subject={subject} />
      <FormRow name="time" label={t('time')}>
        <Radio.Group options={shareTimes.map((value) => ({ value, label: t(`times.${value}`) }))} />
      </FormRow>
      {hasAttachment && (
        <FormRow name="withAttachments" label={t('what')}>
          <Attachments />
        </FormRow>
      )}
      <FormRow name="code" label={t('code')} help={t('codeHint')}>
        <Input autoComplete="off" maxLength={shareLimits.codeMax * 2} />
      </FormRow>
      <FormRow name="mostOpens" label={t('mostOpens')}>
        <Opens />
      </FormRow>
      <div className="antd-form-actions">
        <Button type="primary" htmlType="submit" loading={isBusy}>
          {t('make')}
        </Button>
      </div>
    </AntdForm>
  )
}

function useSubject(chosen: Chosen): string {
  const { t } = useTranslation('shares')
  const nameOf = useFilesName()
  if (chosen.kind === 'message') return plainName(chosen.mail.subject).trim() || t('noSubject')
  return nameOf({ names: chosen.files.map((file) => file.name), count: chosen.files.length })
}

function Subject({ chosen, subject }: { chosen: Chosen; subject: string }) {
  const { t, i18n } = useTranslation('shares')
  const files = chosen.kind === 'files' ? chosen.files : []
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  return (
    <>
      <p className="shares-subject">
        <bdi>{subject}</bdi>
        {bytes > 0 && <span className="shares-quiet"> · {fileSize(bytes, i18n.language)}</span>}
      </p>
      {files.some(({ isFolder }) => isFolder) && <p className="shares-quiet">{t('folderHint')}</p>}
    </>
  )
}

type OpensProps = { id?: string; value?: number; onChange?: (opens: number) => void }

function Opens(props: OpensProps) {
  const { t } = useTranslation('shares')
  const limited = openChoices.map((value) => ({ value, label: t('opensTimes', { count: value }) }))
  return <Select<number> {...props} options={[{ value: 0, label: t('anyOpens') }, ...limited]} />
}

type AttachmentsProps = { id?: string; value?: boolean; onChange?: (isOn: boolean) => void }

function Attachments({ id, value = false, onChange }: AttachmentsProps) {
  const { t } = useTranslation('shares')
  return (
    <Checkbox {...(id !== undefined && { id })} checked={value} onChange={({ target }) => onChange?.(target.checked)}>
      {t('withAttachments')}
    </Checkbox>
  )
}

type MadeProps = { made: Made; subject: string; onAgain: () => void }

/** The link, which is shown this once. */
function MadeShare({ made: { secret, share, code }, subject, onAgain }: MadeProps) {
  const { t, i18n } = useTranslation('shares')
  const link = `${window.location.origin}${pathTo('linkAccess')}#s=${secret}`
  /** Null while nothing was copied. */
  const [copied, setCopied] = useState<boolean | null>(null)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div className="shares-made">
      <QRCodeSVG value={link} size={qrSide} marginSize={2} role="img" aria-label={t('qr')} />
      <div className="shares-made-words">
        <h3 ref={title} tabIndex={-1}>
          {t('made', { subject })}
        </h3>
        <p className="shares-quiet">
          {t('madeUntil', { when: mediumDate(share.expiresAt, i18n.language) })} {t('linkOnce')}
        </p>
        <Input readOnly value={link} aria-label={t('link')} onFocus={({ target }) => target.select()} />
        {code !== '' && <p>{t('tellCode', { code })}</p>}
        <div className="antd-form-actions">
          <Button type="primary" onClick={() => void copyText(link).then(setCopied)}>
            {t('copy')}
          </Button>
          <Button onClick={onAgain}>{t('again')}</Button>
          <span role="status" className="shares-quiet">
            {copied !== null && t(copied ? 'copied' : 'notCopied')}
          </span>
        </div>
      </div>
    </div>
  )
}
