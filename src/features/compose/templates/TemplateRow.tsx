import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Template } from '#contract/endpoints/sending/templates'
import { Button } from '#src/components/button/Button'
import { IconButton } from '#src/components/button/IconButton'
import { TemplateNameForm } from './TemplateNameForm'

type Props = {
  template: Template
  onChoose: () => void
  onRename: (name: string) => Promise<string | null>
  onRemove: () => Promise<void>
}

/** One template, or the question that was asked about it. */
export function TemplateRow({ template: { name, subject }, onChoose, onRename, onRemove }: Props) {
  const { t } = useTranslation(['templates', 'common'])
  const [asked, setAsked] = useState<'rename' | 'remove' | null>(null)

  if (asked === 'rename')
    return (
      <li className="templates-row">
        <TemplateNameForm
          label={t('templates:newName')}
          action={t('templates:renameConfirm')}
          initial={name}
          onCancel={() => setAsked(null)}
          onName={async (wanted) => {
            const refused = await onRename(wanted)
            if (refused === null) setAsked(null)
            return refused
          }}
        />
      </li>
    )
  if (asked === 'remove')
    return (
      <li className="templates-row">
        <span className="templates-name">{t('templates:removeAsk', { name })}</span>
        <Button onClick={() => setAsked(null)}>{t('common:cancel')}</Button>
        <Button tone="danger" onClick={() => void onRemove()}>
          {t('templates:removeConfirm')}
        </Button>
      </li>
    )
  return (
    <li className="templates-row">
      <button
        type="button"
        className="templates-choose"
        aria-label={t('templates:insert', { name })}
        onClick={onChoose}
      >
        <bdi className="templates-name">{name}</bdi>
        {subject !== '' && subject !== name && <bdi className="templates-subject">{subject}</bdi>}
      </button>
      <IconButton
        label={t('templates:rename', { name })}
        icon={<EditOutlined aria-hidden />}
        onClick={() => setAsked('rename')}
      />
      <IconButton
        label={t('templates:remove', { name })}
        icon={<DeleteOutlined aria-hidden />}
        onClick={() => setAsked('remove')}
      />
    </li>
  )
}
