/** What the address asks the composer to open. */
import { useParams, useSearchParams } from 'react-router-dom'
import { type ComposeMode, composeModes } from '../../../contract/endpoints/sending'
import { useRouteSpec } from '../../../store/useRouteSpec'
import type { Origin } from '../content'

type Opened = {
  readonly origin: Origin
  /** The draft that it was saved as since. */
  readonly draftId: string | null
  /** The folder to go back to. */
  readonly folder: string
  /** Another one opens another composer. */
  readonly key: string
}

export function useOrigin(): Opened {
  const [query] = useSearchParams()
  const { viewName } = useParams()
  const spec = useRouteSpec()
  const id = query.get('id')
  const asked = query.get('mode') ?? 'new'
  const known = composeModes.find((mode) => mode === asked) ?? 'new'
  // Without a mail there is nothing to answer.
  const mode: ComposeMode = id === null ? 'new' : known
  return {
    origin: { mode, id: mode === 'new' ? null : id },
    draftId: query.get('draft'),
    folder: spec.folder ?? viewName ?? 'inbox',
    key: `${mode}:${id ?? ''}:${query.get('n') ?? ''}`,
  }
}
