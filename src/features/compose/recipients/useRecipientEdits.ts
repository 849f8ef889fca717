/** What a person does to the recipients of a mail being written, and what they are told of it. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContactGroup } from '#contract/endpoints/sending/contacts'
import { addressKey } from '#contract/mail/domainSpelling'
import { plainAddress, plainName } from '#src/components/text/AddressText'
import { useServices } from '#src/store/servicesContext'
import { useAppDispatch, useAppStore } from '#src/store/typed'
import { contentChanged, selectComposer } from '../composeSlice'
import { expandGroup } from './expandGroup'
import {
  type Chips,
  type Merged,
  type RecipientLists,
  type Spot,
  withAdded,
  withMoved,
  without,
} from './recipientLists'
import type { Recipient } from './recipients'

const nobody: RecipientLists = { to: [], cc: [], bcc: [] }

/** `key`: the composer's. Each edit begins with what stands there then, so that several may follow one another. */
export function useRecipientEdits(key: string) {
  const { t } = useTranslation(['compose', 'errors'])
  const dispatch = useAppDispatch()
  const store = useAppStore()
  const { now } = useServices()
  const [notice, setNotice] = useState<string | null>(null)
  const lists = (): RecipientLists => selectComposer(store.getState(), key)?.content ?? nobody

  function put({ to, cc, bcc }: RecipientLists) {
    dispatch(contentChanged({ key, change: { to: [...to], cc: [...cc], bcc: [...bcc] }, now: now() }))
  }

  function toldOfMerged(merged: readonly Merged[]): string | null {
    const [first] = merged
    if (first === undefined) return null
    if (merged.length > 1) return t('merged.many', { count: merged.length })
    const name = plainName(first.recipient.name) || plainAddress(first.recipient.address)
    return t('merged.one', { name, field: t(first.line) })
  }

  return {
    notice,
    /** Whether another recipient bears the same name, so that the name alone says too little. */
    isNamesake({ name, address }: Recipient): boolean {
      const { to, cc, bcc } = lists()
      return [...to, ...cc, ...bcc].some((one) => one.name === name && addressKey(one.address) !== addressKey(address))
    },
    add(people: readonly Recipient[], spot: Spot) {
      const { lists: next, merged } = withAdded(lists(), people, spot)
      put(next)
      setNotice(toldOfMerged(merged))
    },
    remove(chips: Chips) {
      put(without(lists(), chips))
      setNotice(null)
    },
    /** Answers where the first of them stands now. */
    move(chips: Chips, spot: Spot): number {
      const before = lists()
      put(withMoved(before, chips, spot))
      setNotice(spot.line === chips.line ? null : t('moved', { count: chips.indexes.length, field: t(spot.line) }))
      const end = spot.at ?? before[spot.line].length
      return spot.line === chips.line ? end - chips.indexes.filter((index) => index < end).length : end
    },
    async addGroup(group: ContactGroup, spot: Spot) {
      const name = plainName(group.name)
      const came = await dispatch(expandGroup(key, group, spot))
      if (came === null) return
      if (typeof came === 'string') setNotice(t('group.failed', { name, reason: t(`errors:${came}`) }))
      else if (came.members === 0) setNotice(t('group.empty', { name }))
      else {
        const added = t('group.added', { name, count: came.members - came.merged.length })
        setNotice([added, toldOfMerged(came.merged)].filter(Boolean).join(' '))
      }
    },
  }
}

export type RecipientEdits = ReturnType<typeof useRecipientEdits>
