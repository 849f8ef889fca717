/** The draft that an address names, or the mail that it would answer, is not there. Its texts come with it, so that no composer waits for them. */
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { EmptyState } from '#src/components/state/EmptyState'
import { pathTo } from '#src/store/routes/pathTo'

export function NothingToWrite({ isDraft }: { isDraft: boolean }) {
  const { t } = useTranslation('sending')
  return (
    <EmptyState
      title={t(isDraft ? 'missing.draft' : 'missing.mail')}
      hint={t('missing.hint')}
      action={
        <Link className="ep-button ep-button-primary" to={pathTo('writeMail', {}, { mode: 'new' })}>
          {t('missing.write')}
        </Link>
      }
    />
  )
}
