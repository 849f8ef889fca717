import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { RuleDraft } from '../../contract/mail/ruleDraft'
import { selectFolders } from '../../store/mail/folders'
import { useAppSelector } from '../../store/typed'
import { folderName, moveTargets } from '../mailbox'

type Actions = Pick<RuleDraft, 'markSeen' | 'flag' | 'folder'>
type Props = { actions: Actions; onChange: (change: Partial<Actions>) => void }

/** What is done with a mail that the rule is about. */
export function RuleActions({ actions, onChange }: Props) {
  const { t } = useTranslation(['rules', 'mail'])
  const folders = useAppSelector(selectFolders)
  const id = useId()
  return (
    <div className="rules-actions">
      <label htmlFor={id}>{t('rules:moveTo')}</label>
      <select
        id={id}
        className="ep-input"
        value={actions.folder ?? ''}
        onChange={(event) => onChange({ folder: event.target.value === '' ? null : event.target.value })}
      >
        <option value="">{t('rules:stays')}</option>
        {moveTargets(folders, 'inbox').map((folder) => (
          <option key={folder.id} value={folder.id}>
            {folderName(folder.id, folders, t)}
          </option>
        ))}
      </select>
      <label className="rules-check">
        <input
          type="checkbox"
          checked={actions.markSeen}
          onChange={(event) => onChange({ markSeen: event.target.checked })}
        />
        {t('rules:markSeen')}
      </label>
      <label className="rules-check">
        <input type="checkbox" checked={actions.flag} onChange={(event) => onChange({ flag: event.target.checked })} />
        {t('rules:flag')}
      </label>
    </div>
  )
}
