/** Texts to begin messages with: listed, written anew, and removed until Undo. */
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import Button from 'antd/es/button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { templateLimits } from '#contract/compose/templateRules'
import type { Reply } from '#contract/endpoint'
import * as calls from '#contract/endpoints/sending/templates'
import { Answered } from '#src/components/antd/AntdPage'
import { EmptyState } from '#src/components/state/EmptyState'
import { inNameOrder } from '#src/lib/i18n/byName'
import { ask, outcomeOf, say, useReply } from '#src/store/ask'
import { noticeShown } from '#src/store/shell/notices'
import { useAppDispatch } from '#src/store/typed'
import { EditedTemplate, TemplateForm } from './TemplateForm'
import './templates.css'

type Listed = readonly calls.Template[]
type Opened = Reply<typeof calls.openTemplate>['template']

export function TemplatesSection() {
  const answer = useReply(calls.templates, {})
  return (
    <Answered answer={answer}>{({ templates }) => <Templates told={templates} onReload={answer.retry} />}</Answered>
  )
}

type Props = { told: Listed; onReload: () => void }

/** What is listed, what was removed of it, and where the focus goes. */
function useTemplates({ told, onReload }: Props) {
  const dispatch = useAppDispatch()
  const [list, setList] = useState(told)
  /** The one that is just going. */
  const [removing, setRemoving] = useState<string | null>(null)
  const [removed, setRemoved] = useState<Opened | null>(null)
  const [isUndoing, setUndoing] = useState(false)
  /** Whose row takes the focus as it comes, empty for the button of another one; null for none. */
  const [left, setLeft] = useState<string | null>(null)

  async function remove({ id }: calls.Template) {
    if (removing !== null) return
    setRemoving(id)
    // Undo saves it again as it was.
    const opened = await dispatch(ask(calls.openTemplate, { id }))
    const isGone = opened !== null && (await dispatch(ask(calls.removeTemplate, { id }))) !== null
    setRemoving(null)
    if (!isGone) return onReload()
    setList((now) => now.filter((one) => one.id !== id))
    setLeft(null)
    setRemoved(opened.template)
  }

  async function undo(gone: Opened) {
    if (isUndoing || removing !== null) return
    setUndoing(true)
    const { name, subject, html } = gone
    const outcome = await dispatch(outcomeOf(calls.saveTemplate, { name, subject, html }))
    setUndoing(false)
    // Another try may bring it back.
    if (!outcome.ok) return dispatch(say(outcome))
    put(outcome.value.template)
    // Another one may have been removed meanwhile.
    setRemoved((now) => (now === gone ? null : now))
  }

  function put(template: calls.Template) {
    setLeft(template.id)
    setList((now) => [...now.filter(({ id }) => id !== template.id), template])
  }

  function leave(id: string) {
    setLeft(list.some((one) => one.id === id) ? id : '')
  }

  return { list, left, removing, removed, isUndoing, remove, undo, put, leave }
}

function Templates(props: Props) {
  const { t } = useTranslation('templates')
  const dispatch = useAppDispatch()
  const { list, left, removing, removed, isUndoing, remove, undo, put, leave } = useTemplates(props)
  /** The one in the form; empty for another one. */
  const [edited, setEdited] = useState<string | null>(null)

  function handleSaved(saved: calls.Template) {
    setEdited(null)
    put(saved)
    dispatch(noticeShown({ tone: 'success', message: 'templates:saved', params: { name: saved.name } }))
  }

  function handleClose() {
    leave(edited ?? '')
    setEdited(null)
  }

  const form = { onSaved: handleSaved, onClose: handleClose }
  if (edited === '') return <TemplateForm template={null} {...form} />
  if (edited !== null) return <EditedTemplate id={edited} {...form} />
  return (
    <>
      <div className="templates-head">
        <p>{t('count', { count: list.length, most: templateLimits.templates })}</p>
        <Button
          type="primary"
          autoFocus={left === ''}
          icon={<PlusOutlined aria-hidden />}
          disabled={list.length >= templateLimits.templates}
          onClick={() => setEdited('')}
        >
          {t('add')}
        </Button>
      </div>
      {removed !== null && (
        <Removed
          key={removed.id}
          hasFocus={left === null}
          name={removed.name}
          isUndoing={isUndoing}
          mustWait={removing !== null}
          onUndo={() => void undo(removed)}
        />
      )}
      {list.length === 0 ? (
        <EmptyState title={t('none')} hint={t('noneHint')} />
      ) : (
        <TemplateRows
          list={list}
          left={left}
          removing={removing}
          onEdit={setEdited}
          onRemove={(one) => void remove(one)}
        />
      )}
    </>
  )
}

type RemovedProps = { hasFocus: boolean; name: string; isUndoing: boolean; mustWait: boolean; onUndo: () => void }

/** Takes the focus, since the button that was pressed is gone. */
function Removed({ hasFocus, name, isUndoing, mustWait, onUndo }: RemovedProps) {
  const { t } = useTranslation(['templates', 'common'])
  return (
    <p className="templates-gone">
      <span role="status">{t('removed', { name })}</span>
      <Button type="link" autoFocus={hasFocus} loading={isUndoing} disabled={mustWait} onClick={onUndo}>
        {t('common:undo')}
      </Button>
    </p>
  )
}

type RowsProps = {
  list: Listed
  left: string | null
  removing: string | null
  onEdit: (id: string) => void
  onRemove: (template: calls.Template) => void
}

function TemplateRows({ list, left, removing, onEdit, onRemove }: RowsProps) {
  const { t, i18n } = useTranslation('templates')
  return (
    <ul className="templates-rows" aria-label={t('list')}>
      {inNameOrder(list, i18n.language).map((one) => (
        <li key={one.id}>
          <div>
            <bdi className="templates-title">{one.name}</bdi>
            {one.subject !== '' && one.subject !== one.name && <bdi className="templates-about">{one.subject}</bdi>}
          </div>
          <Button
            type="text"
            autoFocus={one.id === left}
            icon={<EditOutlined aria-hidden />}
            aria-label={t('edit', { name: one.name })}
            onClick={() => onEdit(one.id)}
          />
          <Button
            type="text"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={t('remove', { name: one.name })}
            loading={removing === one.id}
            onClick={() => onRemove(one)}
          />
        </li>
      ))}
    </ul>
  )
}
