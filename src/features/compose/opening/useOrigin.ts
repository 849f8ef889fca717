/** What the address asks the composer to open. */
import { useParams, useSearchParams } from 'react-router-dom'
import { composeModes } from '#contract/endpoints/sending/sending'
import { useRouteSpec } from '#src/store/routes/useRouteSpec'
import type { Origin } from '../draft/localContent'

/** What a composer opens. */
export type Opened = {
  readonly origin: Origin
  /** The draft that it was saved as since. */
  readonly draftId: string | null
  /** The `mailto:` link that was followed here. */
  readonly mailto: string | null
  /** What this browser kept under this name is written on. */
  readonly kept: string | null
}

type Asked = Opened & {
  /** The folder to go back to. */
  readonly folder: string
  /** Another one opens another composer. */
  readonly key: string
}

/** Of what an address, or the desk, asks for; `mode` is whatever stands there. */
export function originOf(mode: string | null, id: string | null): Origin {
  // Without a mail there is nothing to answer.
  if (id === null || mode === 'new') return { mode: 'new', id: null }
  // A mail that is named alone is one to write on: where there is no such draft, that is said.
  return { mode: composeModes.find((one) => one === mode) ?? 'draft', id }
}

export function useOrigin(): Asked {
  const [query] = useSearchParams()
  const { viewName } = useParams()
  const spec = useRouteSpec()
  const id = query.get('id')
  const mailto = query.get('mailto')
  const kept = query.get('kept')
  const origin = originOf(query.get('mode'), id)
  return {
    origin,
    draftId: query.get('draft'),
    mailto,
    kept,
    folder: spec.folder ?? viewName ?? 'inbox',
    key: `${origin.mode}:${id ?? ''}:${query.get('n') ?? ''}:${mailto ?? ''}:${kept ?? ''}`,
  }
}
