import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router-dom'
import { useIsAtMost } from '../../components/useMediaQuery'
import { selectIsReachable } from '../../store/connection'
import { loadFolders } from '../../store/folderThunks'
import { receivedAll } from '../../store/mailEvents'
import { loadQuota } from '../../store/quotaThunks'
import { refreshUser } from '../../store/sessionThunks'
import { useAppDispatch, useAppSelector } from '../../store/typed'
import { startRecounting } from '../background/recountFolders'
import { Waiting } from '../routes/Waiting'
import { Drawer } from './Drawer'
import { PhoneBar } from './PhoneBar'
import { Sidebar } from './Sidebar'
import { TopBar } from './TopBar'
import './RootLayout.css'

startRecounting()

/** The desk: top bar, sidebar, and the page beside it. */
export function RootLayout() {
  const { t } = useTranslation('common')
  const dispatch = useAppDispatch()
  const isNarrow = useIsAtMost('narrow')
  const isPhone = useIsAtMost('tablet')
  const { key } = useLocation()
  /** The place at which the drawer was opened: going elsewhere closes it. */
  const [drawerAt, setDrawerAt] = useState<string | null>(null)
  const isReachable = useAppSelector(selectIsReachable)
  const wasAway = useRef(false)
  useEffect(() => {
    if (!isReachable) {
      wasAway.current = true
      return
    }
    dispatch(refreshUser())
    dispatch(loadFolders())
    dispatch(loadQuota())
    if (wasAway.current) dispatch(receivedAll())
    wasAway.current = false
  }, [dispatch, isReachable])
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
      {isPhone && <PhoneBar />}
    </div>
  )
}
