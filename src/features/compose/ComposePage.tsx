/** The composer within a folder's desk: leaving it leads back to the list. */
import { useTranslation } from 'react-i18next'
import { pathToFolder } from '../../store/routes/pathTo'
import { useOrigin } from './opening/useOrigin'
import { PageComposer } from './PageComposer'

export function ComposePage() {
  const { t } = useTranslation('compose')
  const { folder, key, ...opened } = useOrigin()
  return (
    <section className="compose-page ep-card">
      {/* On a phone no list with its own stands beside it. */}
      <h1 className="visually-hidden">{t('title')}</h1>
      <PageComposer key={key} opened={opened} backTo={pathToFolder(folder)} />
    </section>
  )
}
