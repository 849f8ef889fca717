import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router-dom'
import { useArrivalFocus } from '../../components/browser/useArrivalFocus'
import { useIsAtMost } from '../../components/browser/useMediaQuery'
import { useRouteSpec } from '../../store/routes/useRouteSpec'
import { useAccountSettings } from '../../store/settings/useAccountSettings'
import { dropOthersText, restoreComposers } from '../../store/shell/storedComposers'
import { useAppDispatch } from '../../store/typed'
import { startKeyboardRoom } from '../background/keyboardRoom'
import { lazyBackground } from '../background/lazyBackground'
import { startRecounting } from '../background/recountFolders'
import { useShellLoaded } from '../background/useShellLoaded'
import { startWatchingSends, useLiveCounts } from '../background/watchSends'
import { PageLoading } from '../routes/PageLoading'
import { Drawer } from './Drawer'
import { Sidebar } from './sidebar/Sidebar'
import { PhoneBar } from './topBar/PhoneBar'
import { TopBar } from './topBar/TopBar'
import './RootLayout.css'

const CachedShell = lazyBackground(async () => (await import('../background/CachedShell')).CachedShell)
const NewMailStatus = lazyBackground(async () => (await import('../../features/newMail')).NewMailStatus)

startRecounting()
startKeyboardRoom()
startWatchingSends()

/** The desk: top bar, sidebar, and the page beside it. */
export function RootLayout() {
  const { t } = useTranslation('layout')
  const dispatch = useAppDispatch()
  useAccountSettings()
  const { sidebarOff = false } = useRouteSpec()
  const isDrawer = useIsAtMost('narrow') || sidebarOff
  const isPhone = useIsAtMost('tablet')
  const { key } = useLocation()
  /** The place at which the drawer was opened: going elsewhere closes it. */
  const [drawerAt, setDrawerAt] = useState<string | null>(null)
  useEffect(() => {
    void dispatch(dropOthersText())
    void dispatch(restoreComposers())
  }, [dispatch])
  useArrivalFocus('content')
  useLiveCounts()
  useShellLoaded()
  return (
    <div className="layout-root">
      <a className="layout-skip ep-button" href="#content">
        {t('skipToContent')}
      </a>
      <TopBar onMenu={isDrawer ? () => setDrawerAt(key) : undefined} />
      <div className="layout-body">
        {!isDrawer && <Sidebar />}
        {isDrawer && drawerAt === key && (
          <Drawer onClose={() => setDrawerAt(null)}>
            <Sidebar />
          </Drawer>
        )}
        <main className="layout-main" id="content" tabIndex={-1}>
          <Suspense fallback={<PageLoading />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <Suspense fallback={null}>
        <CachedShell />
      </Suspense>
      <Suspense fallback={null}>
        <NewMailStatus />
      </Suspense>
      {isPhone && <PhoneBar />}
    </div>
  )
}
