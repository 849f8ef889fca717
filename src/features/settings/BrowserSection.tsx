import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { isValueOf } from '#contract/settings'
import { AntdForm, FormRow } from '#src/components/antd/AntdForm'
import { readLanguage } from '#src/lib/i18n/languages'
import { pathTo } from '#src/store/routes/pathTo'
import { chooseOwnLook } from '#src/store/settings/ownLook'
import { languageChosen, selectLanguage } from '#src/store/settings/preferences'
import { useLook } from '#src/store/settings/useSetting'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import { SettingControl } from './SettingControl'
import { textOf } from './sections/sections'

const names = ['language', 'skin', 'mode'] as const
type Chosen = { readonly [N in (typeof names)[number]]?: string }

/** What holds for this browser alone, for whoever is not signed in. */
export function BrowserSection() {
  const { t } = useTranslation(['settings', 'look'])
  const dispatch = useAppDispatch()
  const language = useAppSelector(selectLanguage)
  const values = { language, ...useLook() }

  function handleChange({ language, skin, mode }: Chosen) {
    if (language !== undefined) dispatch(languageChosen(readLanguage(language)))
    if (isValueOf('skin', skin)) dispatch(chooseOwnLook({ skin }))
    if (isValueOf('mode', mode)) dispatch(chooseOwnLook({ mode }))
  }

  return (
    <>
      <p className="settings-note">
        {t('settings:hereAlone')} <Link to={pathTo('login')}>{t('settings:signIn')}</Link>
      </p>
      <AntdForm
        fault={null}
        fields={names.map((name) => ({ name: [name], value: values[name] }))}
        onValuesChange={(changed: Chosen) => handleChange(changed)}
      >
        {names.map((name) => (
          <FormRow key={name} name={name} label={t(textOf(name, 'title'))}>
            <SettingControl setting={name} isHereAlone />
          </FormRow>
        ))}
      </AntdForm>
    </>
  )
}
