import { NewsDesk } from '../../features/news'
import { PhoneOffer } from '../../features/phone'
import { keepShell } from '../install/keepShell'
import { NewVersion } from '../layout/NewVersion'

// While the app is being written there is nothing to keep.
if (import.meta.env.PROD) keepShell(window)

/** What stands beside every page of somebody who is signed in; it comes after the page. */
export function Beside({ firstPath }: { firstPath: string }) {
  return (
    <>
      <PhoneOffer firstPath={firstPath} />
      <NewsDesk />
      <NewVersion />
    </>
  )
}
