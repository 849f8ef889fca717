/** A piece of a page whose code is fetched when it is first shown: where that does not arrive, the page stays, with a way to fetch it in the piece's own place. */
import ReloadOutlined from '@ant-design/icons/es/icons/ReloadOutlined'
import {
  type ComponentType,
  createElement,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useSyncExternalStore,
} from 'react'
import { useTranslation } from 'react-i18next'
import { withinTime } from '../../lib/clock/withinTime'
import { IconButton } from '../button/IconButton'
import { refetchStyles } from './refetchStyles'

/** What stands where the piece is missing: words, a button where there is room for no more, or nothing where nobody asked for it. */
type Look = 'words' | 'button' | 'nothing'

type Around = {
  /** In its place until it is there. */
  waiting?: ReactNode
  /** In its place where it does not arrive, beside the way to fetch it. */
  without?: ReactNode
}

/** How each piece that is missing is asked for again: what cut one off has cut off others, and one press brings them all. */
const missing = new Set<() => void>()

function askForAll(): void {
  refetchStyles()
  for (const ask of [...missing]) ask()
}

/** All that show the piece share one fetching; it is asked for anew when the line is back, or where it is shown again. */
export function lazyPiece<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  look: Look = 'words',
): ComponentType<Props & Around> {
  const watchers = new Set<() => void>()
  let piece = asking()

  function asking() {
    return lazy<ComponentType<Props & Around>>(async () => ({
      default: await withinTime(load()).catch(() => {
        missing.add(askAgain)
        return Missing
      }),
    }))
  }

  function askAgain() {
    if (!missing.delete(askAgain)) return
    piece = asking()
    for (const watcher of watchers) watcher()
  }

  function subscribe(watcher: () => void): () => void {
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  }

  function Missing({ without }: Around) {
    useEffect(() => {
      window.addEventListener('online', askForAll)
      return () => window.removeEventListener('online', askForAll)
    }, [])
    return (
      <>
        {without}
        {look === 'words' && <MissingNote onRetry={askForAll} />}
        {look === 'button' && <MissingButton onRetry={askForAll} />}
      </>
    )
  }

  return function InPlace(props: Props & Around) {
    const Piece = useSyncExternalStore(subscribe, () => piece)
    useEffect(askAgain, [])
    return <Suspense fallback={props.waiting ?? null}>{createElement(Piece, props)}</Suspense>
  }
}

function MissingNote({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('common')
  return (
    <p className="ep-missing" role="alert">
      {t('partFailed')}{' '}
      <button type="button" className="ep-link" onClick={onRetry}>
        {t('retry')}
      </button>
    </p>
  )
}

function MissingButton({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('common')
  return <IconButton label={t('partAgain')} icon={<ReloadOutlined aria-hidden />} onClick={onRetry} />
}
