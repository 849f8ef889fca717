import { Suspense, useEffect } from 'react'
import { NewMailWatch } from '../../features/newMail'
import { PhoneOffer } from '../../features/phone'
import { useServices } from '../../store/servicesContext'
import { useAccountDates } from '../../store/settings/useAccountSettings'
import { useAppStore } from '../../store/typed'
import { keepShell } from '../install/keepShell'
import { NewVersion } from '../layout/NewVersion'
import { watchSnapshot } from '../startupSnapshot/saveSnapshot'
import { lazyBackground } from './lazyBackground'

const AwayBanner = lazyBackground(async () => (await import('../../features/autoReply/AwayBanner')).AwayBanner)

const Membership = lazyBackground(async () => (await import('../../features/membership/MembershipBar')).MembershipBar)

// While the app is being written there is nothing to keep.
if (import.meta.env.PROD) keepShell(window)

/** What stands beside every page of somebody who is signed in; it comes after the page. */
export function BackgroundTasks({ firstPath }: { firstPath: string }) {
  const store = useAppStore()
  const services = useServices()
  useAccountDates()
  useEffect(() => watchSnapshot(store, services), [store, services])
  return (
    <>
      <PhoneOffer firstPath={firstPath} />
      <NewMailWatch />
      <NewVersion />
      <Suspense fallback={null}>
        <AwayBanner />
      </Suspense>
      <Suspense fallback={null}>
        <Membership />
      </Suspense>
    </>
  )
}
