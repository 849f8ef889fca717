/** Whom the text in a recipient's box may mean: asked of the gateway a moment after each key. */
import { useEffect, useState } from 'react'
import { type ContactGroup, suggestPeople } from '#contract/endpoints/sending/contacts'
import { readableAddress } from '#contract/mail/domainSpelling'
import type { Address } from '#contract/shapes'
import { inNameOrder } from '#src/lib/i18n/byName'
import { useServices } from '#src/store/servicesContext'
import { selectLanguage } from '#src/store/settings/preferences'
import { useAppSelector } from '#src/store/typed'

/** Milliseconds without a key until the gateway is asked. */
const askAfterMs = 120

/** Somebody, or a group of people. */
export type Suggestion =
  | { readonly kind: 'group'; readonly key: string; readonly group: ContactGroup }
  | { readonly kind: 'person'; readonly key: string; readonly person: Address }

type Found = { readonly typed: string; readonly suggestions: readonly Suggestion[] }
const nobody: Found = { typed: '', suggestions: [] }

/** `except`: the addresses that are named already. */
export function useSuggestions(text: string, except: readonly string[]): readonly Suggestion[] {
  const { call } = useServices()
  const [found, setFound] = useState(nobody)
  const language = useAppSelector(selectLanguage)
  const typed = text.trim()
  const named = except.join('\n')

  useEffect(() => {
    if (typed === '') {
      setFound(nobody)
      return
    }
    const stop = new AbortController()
    const ask = async () => {
      const asked = { typed, except: named === '' ? [] : named.split('\n') }
      const outcome = await call(suggestPeople, asked, { signal: stop.signal })
      if (stop.signal.aborted) return
      // Without an answer the box is what it was: addresses can be typed.
      if (!outcome.ok) return setFound(nobody)
      const groups = inNameOrder(outcome.value.groups, language).map((group) => ({
        kind: 'group' as const,
        key: group.id,
        group,
      }))
      // Which of very many are offered the gateway says, by pinyin.
      const people = inNameOrder(outcome.value.people, language)
        .toSorted((one, other) => other.uses - one.uses)
        .map((person) => ({
          kind: 'person' as const,
          key: person.address,
          person,
        }))
      setFound({ typed, suggestions: [...groups, ...people] })
    }
    const timer = window.setTimeout(() => void ask(), askAfterMs)
    return () => {
      stop.abort()
      window.clearTimeout(timer)
    }
  }, [call, typed, named, language])

  if (typed === '') return nobody.suggestions
  if (found.typed === typed) return found.suggestions
  // Until the answer for these letters is here, those of the former ones that still fit.
  return found.suggestions.filter((one) => wordsOf(one).toLowerCase().includes(typed.toLowerCase()))
}

function wordsOf(suggestion: Suggestion): string {
  if (suggestion.kind === 'group') return suggestion.group.name
  const { name, address } = suggestion.person
  return `${name} ${address} ${readableAddress(address)}`
}
