import Button from 'antd/es/button'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '#contract/endpoint'
import { type RuleMatch, tryRule } from '#contract/endpoints/mail/rules'
import { type RuleDraft, type RuleFault, ruleFault } from '#contract/mail/ruleDraft'
import type { FormFault } from '#src/components/antd/AntdForm'
import { AddressText } from '#src/components/text/AddressText'
import { shortDate } from '#src/components/text/mailDate'
import type { Outcome } from '#src/lib/http/outcome'
import { useServices } from '#src/store/servicesContext'

type Props = { draft: RuleDraft; own: string; onFault: (fault: FormFault | null) => void }

type Found = {
  /** The rule that was tried. */
  readonly of: RuleDraft
  readonly matches: readonly RuleMatch[]
  readonly examined: number
  readonly state: 'running' | 'done' | 'cut' | 'stopped'
}

/** What the form says of a fault, beside its field. */
export const shownFault = ({ field, reason }: RuleFault): FormFault => ({ message: `rules:fault.${reason}`, field })

/** Mails that are listed; the others are counted. */
const listed = 50

/** Tries a rule on the newest mails: the first hits are there at once, the rest slice by slice. */
function useRuleTrial({ draft, own, onFault }: Props) {
  const { call } = useServices()
  const [found, setFound] = useState<Found | null>(null)
  const stopping = useRef<AbortController | null>(null)
  useEffect(() => () => stopping.current?.abort(), [])

  async function start() {
    const fault = ruleFault(draft, own)
    onFault(fault && shownFault(fault))
    if (fault !== null) return
    const stopper = new AbortController()
    const { signal } = stopper
    stopping.current = stopper
    let now: Found = { of: draft, matches: [], examined: 0, state: 'running' }
    setFound(now)
    for (let page: number | null = 1; page !== null; ) {
      const outcome: Outcome<Reply<typeof tryRule>> = await call(tryRule, { rule: draft, page }, { signal })
      if (signal.aborted) return
      if (!outcome.ok) {
        setFound(null)
        return onFault(outcome)
      }
      now = withSlice(now, outcome.value)
      setFound(now)
      page = outcome.value.next
    }
  }

  function stop() {
    stopping.current?.abort()
    setFound((last) => last && { ...last, state: 'stopped' })
  }

  return { found, start, stop }
}

/** What arrives meanwhile moves mails into the next slice. */
function withSlice(found: Found, { matches, examined, next, isCut }: Reply<typeof tryRule>): Found {
  const known = new Set(found.matches.map(({ id }) => id))
  return {
    ...found,
    matches: [...found.matches, ...matches.filter(({ id }) => !known.has(id))],
    examined: found.examined + examined,
    state: next !== null ? 'running' : isCut ? 'cut' : 'done',
  }
}

/** Which of the newest mails the rule would be met by, before it is saved. */
export function RuleTrial(props: Props) {
  const { t } = useTranslation('rules')
  const { found, start, stop } = useRuleTrial(props)
  const isStale = found !== null && found.of !== props.draft

  function toldOf({ matches, examined, state }: Found): string {
    const isNone = state === 'done' && matches.length === 0
    return t(`trial.${isNone ? 'none' : state}`, { examined, found: matches.length, count: matches.length })
  }

  return (
    <section className="rules-trial" aria-label={t('trial.title')}>
      <div className="rules-trial-head">
        <div>
          <strong>{t('trial.title')}</strong>
          <p role="status">{found === null ? t('trial.hint') : isStale ? t('trial.stale') : toldOf(found)}</p>
        </div>
        {found?.state === 'running' ? (
          <Button onClick={stop}>{t('trial.stop')}</Button>
        ) : (
          <Button onClick={() => void start()}>{t('trial.start')}</Button>
        )}
      </div>
      {found !== null && !isStale && found.matches.length > 0 && <Matches mails={found.matches} />}
    </section>
  )
}

function Matches({ mails }: { mails: readonly RuleMatch[] }) {
  const { t, i18n } = useTranslation('rules')
  return (
    <>
      <ul className="rules-matches" aria-label={t('trial.list')}>
        {mails.slice(0, listed).map((mail) => (
          <li key={mail.id}>
            <span className="rules-match-from">
              <AddressText address={mail.from} />
            </span>
            <bdi className="rules-match-subject">{mail.subject}</bdi>
            <time className="ep-number">{shortDate(mail.receivedAt, i18n.language)}</time>
          </li>
        ))}
      </ul>
      {mails.length > listed && <p>{t('trial.more', { count: mails.length - listed })}</p>}
    </>
  )
}
