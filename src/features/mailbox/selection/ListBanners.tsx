/** Between head and rows: what concerns all that the folder or the search holds. */
import { lazyPiece } from '#src/components/lazy/lazyPiece'
import { selectFolder } from '#src/store/mail/folders'
import { useAppSelector } from '#src/store/typed'
import { selectGoesOn, selectIsWhole, selectMailbox, selectSelectedIds } from '../mailboxSelectors'
import { countWhole } from './countWhole'

const ImportDrop = lazyPiece(async () => (await import('../jobs/ImportDrop')).ImportDrop, 'nothing')
const WholeBanner = lazyPiece(async () => (await import('./WholeBanner')).WholeBanner)
const EmptyFolderBar = lazyPiece(async () => (await import('../../folders')).EmptyFolderBar, 'nothing')
const JobBanner = lazyPiece(async () => (await import('../jobs/JobBanner')).JobBanner, 'nothing')

type Props = {
  /** Rows of the page. */
  rows: number
  /** Of all pages. */
  total: number
  folderName: string
}

export function ListBanners({ rows, total, folderName }: Props) {
  const count = useAppSelector(selectSelectedIds).length
  const isWhole = useAppSelector(selectIsWhole)
  const folder = useAppSelector(selectMailbox).open?.folder
  // While a search goes on nobody knows how many there will be.
  const goesOn = useAppSelector(selectGoesOn)
  const whole = useAppSelector(countWhole)
  const isOffered = !goesOn && whole !== null && rows > 0 && count === rows && (total > rows || isWhole)
  const unwanted = useAppSelector((state) => selectFolder(state, folder ?? ''))
  const canEmpty = count === 0 && (unwanted?.id === 'deleted' || unwanted?.id === 'junk') && unwanted.total > 0
  return (
    <>
      {canEmpty && <EmptyFolderBar folder={unwanted} />}
      <div role="status">{isOffered && <WholeBanner count={count} total={whole} folderName={folderName} />}</div>
      <JobBanner />
      <ImportDrop folder={folder} />
    </>
  )
}
