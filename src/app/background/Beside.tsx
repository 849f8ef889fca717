import { useEffect } from 'react'
import { NewsDesk } from '../../features/news'
import { PhoneOffer } from '../../features/phone'
import { useServices } from '../../store/servicesContext'
import { useAppStore } from '../../store/typed'
import { keepShell } from '../install/keepShell'
import { NewVersion } from '../layout/NewVersion'
import { watchSight } from '../sight/keepSight'

// While the app is being written there is nothing to keep.
if (import.meta.env.PROD) keepShell(window)

/** What stands beside every page of somebody who is signed in; it comes after the page. */
export function Beside({ firstPath }: { firstPath: string }) {
  const store = useAppStore()
  const services = useServices()
  useEffect(() => watchSight(store, services), [store, services])
  return (
    <>
      <PhoneOffer firstPath={firstPath} />
      <NewsDesk />
      <NewVersion />
    </>
  )
}
