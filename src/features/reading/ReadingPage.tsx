import { useParams } from 'react-router-dom'
import { lazyPiece } from '../../components/lazy/lazyPiece'
import { Skeleton } from '../../components/state/Skeleton'
import { useRouteSpec } from '../../store/routes/useRouteSpec'
import { useGrouping } from '../mailbox'
import { ReaderPage } from './ReaderPage'

const ConversationPage = lazyPiece(async () => (await import('./conversation/ConversationPage')).ConversationPage)

/** The mail that the address names: by itself, or where the list shows conversations within its own. */
export function ReadingPage() {
  const spec = useRouteSpec()
  const { viewName } = useParams()
  const folder = spec.folder ?? viewName ?? 'inbox'
  const { isGrouped } = useGrouping(folder)
  if (!isGrouped) return <ReaderPage />
  return (
    <ConversationPage
      folder={folder}
      waiting={
        <div className="reading ep-card">
          <div className="reading-scroll">
            <Skeleton lines={8} />
          </div>
        </div>
      }
    />
  )
}
