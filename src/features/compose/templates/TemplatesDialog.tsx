/** The account's templates: each is inserted with one press, renamed and removed; the present text becomes another. */
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { templateLimits } from '#contract/compose/templateRules'
import { ErrorNote } from '#src/components/state/ErrorNote'
import { Skeleton } from '#src/components/state/Skeleton'
import type { ComposeContent } from '../content'
import { FormDialog } from '../editor/FormDialog'
import { TemplateNameForm } from './TemplateNameForm'
import { TemplateRow } from './TemplateRow'
import { insertedText, templateHtml } from './templates'
import { useTemplates } from './useTemplates'
import './templates.css'

type Props = {
  content: ComposeContent
  onClose: () => void
  /** `words`: in the way in which the mail is written. */
  onChoose: (subject: string, words: string) => void
}

export function TemplatesDialog({ content, onClose, onChoose }: Props) {
  const { t } = useTranslation(['templates', 'common', 'errors'])
  const { list, failure, load, keep, rename, remove, open } = useTemplates()
  const [said, setSaid] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const isChosen = useRef(false)
  const html = templateHtml(content)

  async function choose(id: string) {
    // Of two presses while the first is on its way, one counts.
    if (isChosen.current) return
    isChosen.current = true
    const template = await open(id)
    if (typeof template !== 'string') return onChoose(template.subject, insertedText(template.html, content))
    isChosen.current = false
    setRefusal(template)
  }

  async function settle(refused: string | null, done: string) {
    setSaid(refused === null ? done : '')
    return refused
  }

  return (
    <FormDialog title={t('templates:title')} onClose={onClose} closeLabel={t('common:close')}>
      {list === null && failure === null && <Skeleton lines={3} />}
      {failure !== null && <ErrorNote message={`errors:${failure}`} onRetry={() => void load()} />}
      {list?.length === 0 && <p>{t('templates:empty')}</p>}
      {list !== null && list.length > 0 && (
        <ul className="templates-list" aria-label={t('templates:list')}>
          {list.map((template) => (
            <TemplateRow
              key={template.id}
              template={template}
              onChoose={() => void choose(template.id)}
              onRename={async (name) =>
                settle(await rename(template.id, name), t('templates:renamed', { name: name.trim() }))
              }
              onRemove={async () =>
                setRefusal(await settle(await remove(template.id), t('templates:removed', { name: template.name })))
              }
            />
          ))}
        </ul>
      )}
      {refusal !== null && (
        <p className="compose-fault" role="alert">
          {t(`errors:${refusal}`)}
        </p>
      )}
      {list !== null && (
        <>
          <TemplateNameForm
            label={t('templates:name')}
            action={t('templates:save')}
            initial={content.subject.trim().slice(0, templateLimits.nameCharacters)}
            disabledReason={html === null ? t('templates:nothing') : undefined}
            onName={async (name) =>
              settle(await keep(name, content.subject, html ?? ''), t('templates:saved', { name: name.trim() }))
            }
          />
          <p className="templates-hint">
            {t('templates:hint', { count: list.length, most: templateLimits.templates })}
          </p>
        </>
      )}
      <p className="templates-said" role="status">
        {said}
      </p>
    </FormDialog>
  )
}
