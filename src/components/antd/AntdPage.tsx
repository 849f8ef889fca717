import type { ReactNode } from 'react'
import type { Failure } from '../../lib/http/outcome'
import { EmptyState } from '../state/EmptyState'
import { ErrorNote } from '../state/ErrorNote'
import { Skeleton } from '../state/Skeleton'
import { AntdScope } from './AntdScope'

type Props = {
  title: string
  /** One sentence at most: what the page is for. */
  intro?: string
  /** Links to the pages beside it. */
  nav?: ReactNode
  /** At the end of the title's line; one of them is primary at most. */
  actions?: ReactNode
  /** `form` is as wide as a line is well read, `wide` as the window. */
  width?: 'form' | 'wide'
  children: ReactNode
}

/** The frame of every page of antd: one card with a title, its actions, and the content. */
export function AntdPage({ title, intro, nav, actions, width = 'form', children }: Props) {
  return (
    <AntdScope>
      <article className={`antd-page antd-page-${width} ep-card`}>
        {nav !== undefined && <nav className="antd-page-nav">{nav}</nav>}
        <header className="antd-page-head">
          <h1>{title}</h1>
          {actions !== undefined && <div className="antd-page-actions">{actions}</div>}
        </header>
        {intro !== undefined && <p className="antd-page-intro">{intro}</p>}
        {children}
      </article>
    </AntdScope>
  )
}

type AnsweredProps<R> = {
  /** What `useReply` gives. */
  answer: (
    | { readonly state: 'waiting' }
    | { readonly state: 'answered'; readonly reply: R }
    | { readonly state: 'failed'; readonly code: Failure['code'] }
  ) & { readonly retry: () => void; readonly last?: R | null }
  /** Shows the last reply while it is asked again, also where that failed. */
  keepsLast?: boolean
  /** Lines of the skeleton. */
  lines?: number
  /** What stands in the place of an empty reply. */
  empty?: {
    readonly of: (reply: R) => boolean
    readonly title: string
    readonly hint: string
    readonly action?: ReactNode
  }
  children: (reply: R) => ReactNode
}

/** A reply with its other faces: waiting, failed with a retry, empty with what to do next. */
export function Answered<R>({ answer, keepsLast = false, lines = 4, empty, children }: AnsweredProps<R>) {
  const kept = keepsLast ? (answer.last ?? null) : null
  const shown = answer.state === 'answered' ? answer.reply : kept
  if (shown !== null) {
    if (empty?.of(shown)) return <EmptyState title={empty.title} hint={empty.hint} action={empty.action} />
    return children(shown)
  }
  if (answer.state === 'failed') return <ErrorNote message={`errors:${answer.code}`} onRetry={answer.retry} />
  return (
    <div aria-busy="true">
      <Skeleton lines={lines} />
    </div>
  )
}
