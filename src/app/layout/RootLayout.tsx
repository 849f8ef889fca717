import { Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router-dom'
import { useIsAtMost } from '../../components/useMediaQuery'
import { dropOthersWords, restoreComposers } from '../../store/keptComposers'
import { useAppDispatch } from '../../store/typed'
import { inBackground } from '../background/inBackground'
import { startKeyboardRoom } from '../background/keyboardRoom'
import { startRecounting } from '../background/recountFolders'
import { useAccountLook } from '../background/useAccountLook'
import { useArrivalFocus } from '../background/useArrivalFocus'
import { useDeskLoaded } from '../background/useDeskLoaded'
import { startWatchingSends, useCountsKept } from '../background/watchSends'
import { Waiting } from '../routes/Waiting'
import { Drawer } from './Drawer'
import { PhoneBar } from './PhoneBar'
import { Sidebar } from './Sidebar'
import { TopBar } from './TopBar'
import './RootLayout.css'

const KeptDesk = inBackground(async () => (await import('../background/KeptDesk')).KeptDesk)
const NewsStatus = inBackground(async () => (await import('../../features/news')).NewsStatus)

startRecounting()
startKeyboardRoom()
startWatchingSends()

/** The desk: top bar, sidebar, and the page beside it. */
export function RootLayout() {
  const { t } = useTranslation('layout')
  const dispatch = useAppDispatch()
  useAccountLook()
  const isNarrow = useIsAtMost('narrow')
  const isPhone = useIsAtMost('tablet')
  const { key } = useLocation()
  /** The place at which the drawer was opened: going elsewhere closes it. */
  const [drawerAt, setDrawerAt] = useState<string | null>(null)
  useEffect(() => {
    void dispatch(dropOthersWords())
    void dispatch(restoreComposers())
  }, [dispatch])
  useArrivalFocus('content')
  useCountsKept()
  useDeskLoaded()
  return (
    <div className="layout-root">
      <a className="layout-skip ep-button" href="#content">
        {t('skipToContent')}
      </a>
      <TopBar onMenu={isNarrow ? () => setDrawerAt(key) : undefined} />
      <div className="layout-body">
        {!isNarrow && <Sidebar />}
        {isNarrow && drawerAt === key && (
          <Drawer onClose={() => setDrawerAt(null)}>
            <Sidebar />
          </Drawer>
        )}
        <main className="layout-main" id="content" tabIndex={-1}>
          <Suspense fallback={<Waiting />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <Suspense fallback={null}>
        <KeptDesk />
      </Suspense>
      <Suspense fallback={null}>
        <NewsStatus />
      </Suspense>
      {isPhone && <PhoneBar />}
    </div>
  )
}
