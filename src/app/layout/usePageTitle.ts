import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { selectFolder } from '../../store/mail/folders'
import { useRouteSpec } from '../../store/routes/useRouteSpec'
import { selectUser } from '../../store/session/session'
import { selectLanguage } from '../../store/settings/preferences'
import { selectBrand } from '../../store/shell/site'
import { useAppSelector } from '../../store/typed'

/** Sets the document's title on every navigation, with the inbox's unread mails before it; a folder of the person's own goes by its name. */
export function usePageTitle(): void {
  const { t } = useTranslation(['titles', 'common'])
  const { title } = useRouteSpec()
  const { viewName } = useParams()
  const language = useAppSelector(selectLanguage)
  const brand = useAppSelector((state) => selectBrand(state, language))
  const folder = useAppSelector((state) => selectFolder(state, viewName ?? ''))
  const isSignedIn = useAppSelector(selectUser) !== null
  const unread = useAppSelector((state) => selectFolder(state, 'inbox')?.unread ?? 0)
  const own = title === 'titles:folder' ? folder?.name : undefined
  const text = t('common:pageTitle', { title: own ?? t(title), brand })
  useEffect(() => {
    document.title = isSignedIn && unread > 0 ? `(${unread}) ${text}` : text
  }, [text, isSignedIn, unread])
}
