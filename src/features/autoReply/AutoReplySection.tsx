/** What whoever writes is told while the person is away. */
import Button from 'antd/es/button'
import Form from 'antd/es/form'
import Input from 'antd/es/input'
import Radio from 'antd/es/radio'
import Select from 'antd/es/select'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readAutoReply } from '#contract/endpoints/mail/autoReply'
import { limits } from '#contract/limits'
import { type AutoReplyForm, autoReplyFault, replyCharacters } from '#contract/mail/autoReplyRules'
import { AntdForm, type FormFault, FormRow } from '#src/components/antd/AntdForm'
import { Answered } from '#src/components/antd/AntdPage'
import { DayField } from '#src/components/antd/DayField'
import { useReply } from '#src/store/ask'
import { useNoticeTurn } from '#src/store/shell/useNoticeTurn'
import { useAppDispatch } from '#src/store/typed'
import { LazyForwarding } from '../forwarding'
import { type AutoReply, saveReply } from './autoReplyThunks'
import './autoReply.css'

/** What is said when the reply has changed, also in the banner. */
const changing = ['autoReply']

export function AutoReplySection() {
  const answer = useReply(readAutoReply, {}, useNoticeTurn(changing))
  return (
    <>
      <Answered answer={answer} keepsLast>
        {(reply) => <ReplyForm reply={reply} onSaved={answer.replace} />}
      </Answered>
      <LazyForwarding />
    </>
  )
}

type Values = AutoReplyForm & { readonly zone: string }

function ReplyForm({ reply, onSaved }: { reply: AutoReply; onSaved: (reply: AutoReply) => void }) {
  const { t } = useTranslation('autoReply')
  const dispatch = useAppDispatch()
  const [fault, setFault] = useState<FormFault | null>(null)
  const [isSaving, setSaving] = useState(false)
  const { isActive, knowsContacts, hasColleagues, colleagueText, ...others } = reply
  const kept = { ...others, ...(hasColleagues && { colleagueText }) }

  async function handleFinish(values: Partial<Values>) {
    if (isSaving) return
    const form = { ...kept, ...values }
    const found = autoReplyFault(form)
    if (found !== null) return setFault(found)
    setSaving(true)
    const outcome = await dispatch(saveReply(form))
    setSaving(false)
    if (outcome.ok) onSaved(outcome.value)
    else setFault(outcome)
  }

  return (
    <>
      <p className="auto-reply-hint">{t('intro')}</p>
      <p className="auto-reply-hint" role="status">
        {t(isActive ? 'now' : kept.isOn ? 'waiting' : 'isOff')}
      </p>
      <AntdForm<Partial<Values>>
        fault={fault}
        initialValues={kept}
        onValuesChange={() => setFault(null)}
        onFinish={(values) => void handleFinish(values)}
      >
        <ReplyFields {...{ knowsContacts, hasColleagues, isOn: kept.isOn, zone: kept.zone }} />
        <div className="antd-form-actions">
          <Button type="primary" htmlType="submit" loading={isSaving}>
            {t('save')}
          </Button>
        </div>
      </AntdForm>
    </>
  )
}

type FieldsProps = Pick<AutoReply, 'knowsContacts' | 'hasColleagues' | 'isOn' | 'zone'>

function ReplyFields({ knowsContacts, hasColleagues, isOn, zone }: FieldsProps) {
  const { t } = useTranslation('autoReply')
  const form = Form.useFormInstance<AutoReplyForm>()
  // The banner turns it off as well.
  useEffect(() => form.setFieldValue('isOn', isOn), [form, isOn])
  return (
    <>
      <FormRow name="isOn" label={t('isOn')}>
        <Radio.Group
          options={[
            { value: true, label: t('on') },
            { value: false, label: t('off') },
          ]}
        />
      </FormRow>
      <FormRow name="text" label={t('text')}>
        <ReplyText />
      </FormRow>
      {knowsContacts ? (
        <FormRow name="contactText" label={t('contactText')} help={t('contactTextHint')}>
          <ReplyText />
        </FormRow>
      ) : (
        <p className="auto-reply-hint">{t('contactsElsewhere')}</p>
      )}
      {hasColleagues && (
        <FormRow name="colleagueText" label={t('colleagueText')} help={t('colleagueTextHint')}>
          <ReplyText />
        </FormRow>
      )}
      <FormRow name="firstDay" label={t('firstDay')} help={t('firstDayHint')}>
        <DayField />
      </FormRow>
      <FormRow name="lastDay" label={t('lastDay')} help={t('lastDayHint')}>
        <DayField />
      </FormRow>
      <FormRow name="zone" label={t('zone')}>
        <Select<string>
          showSearch
          className="auto-reply-zone"
          options={zonesWith(zone).map((name) => ({ value: name, label: name }))}
        />
      </FormRow>
    </>
  )
}

/** Browsers do not list all names that they know. */
function zonesWith(zone: string): readonly string[] {
  const listed = Intl.supportedValuesOf('timeZone')
  return listed.includes(zone) ? listed : [zone, ...listed]
}

type FieldProps = { id?: string; value?: string; onChange?: (value: string) => void; 'aria-invalid'?: boolean }

/** A text with its count, which the gateway counts likewise. */
function ReplyText({ id, value = '', onChange, ...state }: FieldProps) {
  const { t } = useTranslation('autoReply')
  const count = replyCharacters(value)
  const isTooLong = count > limits.autoReplyCharacters
  return (
    <>
      <Input.TextArea
        {...(id !== undefined && { id })}
        {...state}
        {...(isTooLong && { 'aria-invalid': true, status: 'error' as const })}
        value={value}
        autoSize={{ minRows: 3, maxRows: 10 }}
        onChange={({ target }) => onChange?.(target.value)}
      />
      <p
        className={isTooLong ? 'auto-reply-count auto-reply-over ep-number' : 'auto-reply-count ep-number'}
        aria-live={isTooLong ? 'polite' : 'off'}
      >
        {t(isTooLong ? 'countOver' : 'count', { count, most: limits.autoReplyCharacters })}
      </p>
    </>
  )
}
