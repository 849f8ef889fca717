import Button from 'antd/es/button'
import { useTranslation } from 'react-i18next'
import { followAccount } from '#src/store/settings/ownLook'
import { selectIsLanguageOwn } from '#src/store/settings/preferences'
import { selectOwnLook } from '#src/store/settings/settings'
import { useAppDispatch, useAppSelector } from '#src/store/typed'

/** Says that this browser has a skin or language of its own, and gives it up. */
export function BrowserLook() {
  const { t } = useTranslation('settings')
  const dispatch = useAppDispatch()
  const own = useAppSelector(selectOwnLook)
  const isLanguageOwn = useAppSelector(selectIsLanguageOwn)
  if (!isLanguageOwn && own.skin === undefined && own.mode === undefined) return null
  return (
    <p className="settings-note">
      {t('ownLook')} <Button onClick={() => dispatch(followAccount())}>{t('followAccount')}</Button>
    </p>
  )
}
