import { useTranslation } from 'react-i18next'
import type { Reply } from '#contract/endpoint'
import type { folderUses } from '#contract/endpoints/mail/folders'

/** What hangs on a folder: the rules that file into it, the folders in it, its mail. */
export function FolderUses({ uses }: { uses: Reply<typeof folderUses> }) {
  const { t } = useTranslation('folders')
  const { mails, beneath, rules } = uses
  return (
    <>
      {rules === null && <p>{t('rulesUnknown')}</p>}
      {rules !== null && rules.length > 0 && (
        <div>
          <p>{t('rulesHere')}</p>
          <ul className="folders-uses">
            {[...new Set(rules)].map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </div>
      )}
      {beneath.length > 0 && <p>{t('beneath', { count: beneath.length, names: beneath.join(' · ') })}</p>}
      <p>{t('mailsHere', { count: mails })}</p>
    </>
  )
}
