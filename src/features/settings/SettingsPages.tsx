/** The settings: their home, the same with a section beside, and one section alone. */
import LeftOutlined from '@ant-design/icons/es/icons/LeftOutlined'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import type { SectionId, SettingName } from '#contract/settings'
import { AntdPage } from '#src/components/antd/AntdPage'
import { AntdScope } from '#src/components/antd/AntdScope'
import { useIsAtMost } from '#src/components/browser/useMediaQuery'
import { pathTo } from '#src/store/routes/pathTo'
import { useRouteId } from '#src/store/routes/useRouteSpec'
import { selectUsername } from '#src/store/session/session'
import { loadSettings } from '#src/store/settings/settingsThunks'
import { useAccountSettings } from '#src/store/settings/useAccountSettings'
import { useAppDispatch, useAppSelector } from '#src/store/typed'
import { BrowserSection } from './BrowserSection'
import { SettingsSearch } from './SettingsSearch'
import { SettingsSection } from './SettingsSection'
import { sectionNamed, sections } from './sections/sections'
import './settings.css'

const addressIn = (route: 'settingPc' | 'settingInner') => (section: SectionId, setting?: SettingName) =>
  pathTo(route, {}, { section, setting })

/** `/Setting`: all sections, and the search over them. */
export function SettingsHome() {
  const { t } = useTranslation('settings')
  const isPhone = useIsAtMost('tablet')
  return (
    <AntdPage title={t('title')} intro={t('hint')}>
      <SettingsSearch isExplained addressOf={addressIn(isPhone ? 'settingInner' : 'settingPc')} />
    </AntdPage>
  )
}

/** `/settingPc`: the sections, and the one that the address names. */
export function SettingsPage() {
  const { t } = useTranslation('settings')
  const [search] = useSearchParams()
  const isNarrow = useIsAtMost('narrow')
  const section = sectionNamed(search.get('section'))
  if (section === undefined) return null
  const { id } = section
  return (
    <AntdScope>
      <article className="settings ep-card">
        {isNarrow ? (
          <nav className="antd-page-nav settings-back">
            <ToHome />
          </nav>
        ) : (
          <SettingsSearch open={id} addressOf={addressIn('settingPc')} />
        )}
        <div className="settings-section antd-page">
          <header className="antd-page-head">
            <h1>{t(`sections.${id}.title`)}</h1>
          </header>
          <SettingsSection key={id} id={id} />
        </div>
      </article>
    </AntdScope>
  )
}

function ToHome() {
  const { t } = useTranslation('settings')
  return (
    <Link to={pathTo('setting')}>
      <LeftOutlined aria-hidden /> {t('title')}
    </Link>
  )
}

/** One section without a frame: of `/SettingInner?section=`, or that of an address of its own. */
export function SectionPage() {
  const { t } = useTranslation('settings')
  const dispatch = useAppDispatch()
  const [search] = useSearchParams()
  const route = useRouteId()
  const isSignedIn = useAppSelector(selectUsername) !== null
  const own = sections.find((one) => one.route === route)
  const section = own ?? sectionNamed(search.get('section'))
  useAccountSettings()
  useEffect(() => {
    if (isSignedIn) void dispatch(loadSettings())
  }, [dispatch, isSignedIn])
  if (section === undefined) return null
  const { id } = section
  return (
    <main className="settings-alone">
      <AntdPage title={t(`sections.${id}.title`)} nav={isSignedIn ? <ToHome /> : undefined}>
        {isSignedIn ? <SettingsSection key={id} id={id} /> : <BrowserSection />}
      </AntdPage>
    </main>
  )
}
