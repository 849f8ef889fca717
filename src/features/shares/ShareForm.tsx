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
import type { MailSummary } from '#contract/shapes'
import { checkShareCode, plainShareCode, type ShareTime, shareLimits, shareTimes } from '#contract/shares/shareRules'
import { AntdForm, type FormFault, FormRow } from '#src/components/antd/AntdForm'
import { copyText } from '#src/components/browser/copyText'
import { plainName } from '#src/components/text/AddressText'
import { mediumDate } from '#src/components/text/mailDate'
import { pathTo } from '#src/store/routes/pathTo'
import { useAppDispatch } from '#src/store/typed'
import { shareMessage } from './shareThunks'

type Made = Reply<typeof makeShare> & { readonly code: string }
type Values = { time: ShareTime; withAttachments?: boolean; code?: string; mostOpens?: number }

const openChoices = [1, 3, 10, 50] as const
const qrSide = 160

type Props = { mail: MailSummary; onMade: () => void }

export function ShareForm({ mail, onMade }: Props) {
  const { t } = useTranslation('shares')
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
    const outcome = await dispatch(shareMessage({ id: mail.id, time, withAttachments, code, ...limit }))
    setBusy(false)
    if (!outcome.ok) return setFault(outcome)
    setMade({ ...outcome.value, code: plainShareCode(code) })
    onMade()
  }

  const subject = plainName(mail.subject).trim() || t('noSubject')
  if (made !== null) return <MadeShare made={made} subject={subject} onAgain={() => setMade(null)} />
  return (
    <AntdForm<Values>
      fault={fault}
      initialValues={{ time: '1', withAttachments: mail.hasAttachment, code: '', mostOpens: 0 }}
      onValuesChange={() => setFault(null)}
      onFinish={(values) => void handleFinish(values)}
    >
      <p className="shares-subject">
        <bdi>{subject}</bdi>
      </p>
      <FormRow name="time" label={t('time')}>
        <Radio.Group options={shareTimes.map((value) => ({ value, label: t(`times.${value}`) }))} />
      </FormRow>
      {mail.hasAttachment && (
        <FormRow name="withAttachments" label={t('what')}>
          <Attachments />
        </FormRow>
      )}
      <FormRow name="code" label={t('code')} help={t('codeHint')}>
        <Input autoComplete="off" maxLength={shareLimits.codeMax * 2} />
      </FormRow>
      <FormRow name="mostOpens" label={t('mostOpens')}>
        <Select
          options={[
            { value: 0, label: t('anyOpens') },
            ...openChoices.map((value) => ({ value, label: t('opensTimes', { count: value }) })),
          ]}
        />
      </FormRow>
      <div className="antd-form-actions">
        <Button type="primary" htmlType="submit" loading={isBusy}>
          {t('make')}
        </Button>
      </div>
    </AntdForm>
  )
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
