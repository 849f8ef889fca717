/** A template's name, subject and text; the text in the composer's editor. */
import Button from 'antd/es/button'
import Input from 'antd/es/input'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { checkTemplateName, templateLimits } from '#contract/compose/templateRules'
import type { Reply } from '#contract/endpoint'
import { openTemplate, saveTemplate, type Template } from '#contract/endpoints/sending/templates'
import { limits } from '#contract/limits'
import { AntdForm, type FormFault, FormRow } from '#src/components/antd/AntdForm'
import { Answered } from '#src/components/antd/AntdPage'
import { useDiscard } from '#src/components/antd/useConfirm'
import { lazyPiece } from '#src/components/lazy/lazyPiece'
import { Skeleton } from '#src/components/state/Skeleton'
import { ownHtml, textOfHtml } from '#src/lib/html'
import { outcomeOf, useReply } from '#src/store/ask'
import { useAppDispatch } from '#src/store/typed'

const TextEditor = lazyPiece(async () => (await import('../compose')).LazyTextEditor)

type Values = { name: string; subject: string; html: string }

type ClosingProps = { onSaved: (template: Template) => void; onClose: () => void }

/** One that is opened first; until its name takes the focus, the section has it. */
export function EditedTemplate({ id, ...closing }: ClosingProps & { id: string }) {
  const { t } = useTranslation('templates')
  const section = useRef<HTMLElement>(null)
  const answer = useReply(openTemplate, { id })
  useEffect(() => {
    if (!section.current?.contains(document.activeElement)) section.current?.focus()
  }, [])
  return (
    <section className="templates-form" ref={section} tabIndex={-1} aria-label={t('text')}>
      <Answered answer={answer}>{({ template }) => <TemplateForm template={template} {...closing} />}</Answered>
    </section>
  )
}

type Props = ClosingProps & {
  /** Null for another one. */
  template: Reply<typeof openTemplate>['template'] | null
}

export function TemplateForm({ template, onSaved, onClose }: Props) {
  const { t } = useTranslation(['templates', 'common'])
  const dispatch = useAppDispatch()
  const [fault, setFault] = useState<FormFault | null>(null)
  const [isSaving, setSaving] = useState(false)
  const { discard, setChanged, holder } = useDiscard(onClose)
  const initial = { name: template?.name ?? '', subject: template?.subject ?? '', html: template?.html ?? '' }

  async function handleFinish(values: Values) {
    if (isSaving) return
    const name = values.name.trim()
    const html = ownHtml(values.html)
    const found = faultOf(name, html)
    if (found !== null) return setFault(found)
    setSaving(true)
    const form = { name, subject: values.subject.trim(), html, ...(template !== null && { id: template.id }) }
    const outcome = await dispatch(outcomeOf(saveTemplate, form))
    setSaving(false)
    if (outcome.ok) onSaved(outcome.value.template)
    else setFault(outcome)
  }

  return (
    <AntdForm<Values>
      fault={fault}
      initialValues={initial}
      onValuesChange={(_, { name, subject, html }) => {
        setChanged(name !== initial.name || subject !== initial.subject || ownHtml(html) !== ownHtml(initial.html))
        setFault(null)
      }}
      onFinish={(values) => void handleFinish(values)}
    >
      <FormRow name="name" label={t('name')}>
        <Input autoComplete="off" autoFocus maxLength={templateLimits.nameCharacters * 2} />
      </FormRow>
      <FormRow name="subject" label={t('subject')} help={t('subjectHint')}>
        <Input autoComplete="off" maxLength={limits.subjectCharacters} />
      </FormRow>
      <FormRow name="html" label={t('text')} help={t('textHint')}>
        <TemplateText />
      </FormRow>
      <div className="antd-form-actions">
        <Button type="primary" htmlType="submit" loading={isSaving}>
          {t('saveIt')}
        </Button>
        <Button onClick={() => void discard()}>{t('common:cancel')}</Button>
      </div>
      {holder}
    </AntdForm>
  )
}

function faultOf(name: string, html: string): FormFault | null {
  const code = checkTemplateName(name)
  if (code !== null) return { code, field: 'name' }
  if (textOfHtml(html).trim() === '') return { message: 'templates:nothing', field: 'html' }
  return html.length > templateLimits.htmlCharacters ? { code: 'tooLarge', field: 'html' } : null
}

type TextProps = { id?: string; value?: string; onChange?: (html: string) => void; 'aria-invalid'?: boolean }

function TemplateText({ id, value = '', onChange, ...state }: TextProps) {
  const { t } = useTranslation('templates')
  return (
    <div className={state['aria-invalid'] === true ? 'templates-editor templates-bad' : 'templates-editor'}>
      <TextEditor
        id={id}
        label={t('text')}
        html={value}
        onChange={(html) => onChange?.(html)}
        waiting={<Skeleton lines={4} />}
      />
    </div>
  )
}
