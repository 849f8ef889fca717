import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { selectLanguage } from '../../store/preferences'
import { selectBrand } from '../../store/site'
import { useAppSelector } from '../../store/typed'
import { selectFolder } from '../../store/unread'
import { useRouteSpec } from '../../store/useRouteSpec'

/** Sets the document's title on every navigation; a folder of the person's own goes by its name. */
export function usePageTitle(): void {
  const { t } = useTranslation(['titles', 'common'])
  const { title } = useRouteSpec()
  const { viewName } = useParams()
  const language = useAppSelector(selectLanguage)
  const brand = useAppSelector((state) => selectBrand(state, language))
  const folder = useAppSelector((state) => selectFolder(state, viewName ?? ''))
  const own = title === 'titles:folder' ? folder?.name : undefined
  const text = t('common:pageTitle', { title: own ?? t(title), brand })
  useEffect(() => {
    document.title = text
  }, [text])
}
