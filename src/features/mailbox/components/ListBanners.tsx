/** What stands between toolbar and rows: the offer to take the whole folder, and the work that runs over whole folders. */
import { lazy, Suspense } from 'react'
import { useAppSelector } from '../../../store/typed'
import { selectIsWhole, selectSelectedIds } from '../mailboxSelectors'

const WholeBanner = lazy(async () => ({ default: (await import('./WholeBanner')).WholeBanner }))
const JobBanner = lazy(async () => ({ default: (await import('./JobBanner')).JobBanner }))

type Props = {
  /** Rows of the page. */
  rows: number
  /** Of all pages. */
  total: number
  folderName: string
  /** What was searched for is no folder: it is taken page by page. */
  isFound: boolean
}

export function ListBanners({ rows, total, folderName, isFound }: Props) {
  const count = useAppSelector(selectSelectedIds).length
  const isWhole = useAppSelector(selectIsWhole)
  const isOffered = !isFound && rows > 0 && count === rows && (total > rows || isWhole)
  return (
    <Suspense fallback={null}>
      {isOffered && <WholeBanner count={count} total={total} folderName={folderName} />}
      <JobBanner />
    </Suspense>
  )
}
