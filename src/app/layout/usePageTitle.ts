import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
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
  // Their own selectors would bring them to the sign-in.
  const folders = useAppSelector((state) => state.unread?.folders)
  const folder = folders?.find(({ id }) => id === viewName)
  const isSignedIn = useAppSelector(selectUser) !== null
  const unread = folders?.find(({ id }) => id === 'inbox')?.unread ?? 0
  const own = title === 'titles:folder' ? folder?.name : undefined
  const text = t('common:pageTitle', { title: own ?? t(title), brand })
  useEffect(() => {
    document.title = isSignedIn && unread > 0 ? `(${unread}) ${text}` : text
  }, [text, isSignedIn, unread])
}
