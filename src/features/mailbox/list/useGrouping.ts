/** Whether a folder's list shows conversations: what the person chose, where mails can be grouped. */
import { useEffect } from 'react'
import { folderViews } from '#contract/shapes'
import { useServices } from '#src/store/servicesContext'
import { selectSettingsStatus } from '#src/store/settings/settings'
import { useSetting } from '#src/store/settings/useSetting'
import { useAppSelector } from '#src/store/typed'
import { selectCanGroup } from '../mailboxSelectors'

/** Views gather single mails, what was found is marked mail by mail, and a draft is written on by itself. */
const ofSingles: readonly string[] = [...folderViews, 'search', 'draft']
const storedName = 'conversations'

export type Grouping = {
  readonly isGrouped: boolean
  /** Why the list cannot be grouped; null where it can. */
  readonly hindrance: 'serverCannot' | 'singlesHere' | null
}

export function useGrouping(folder: string): Grouping {
  const { stored } = useServices()
  const canGroup = useAppSelector(selectCanGroup)
  const isKnown = useAppSelector(selectSettingsStatus) === 'ready'
  const chosen = useSetting('grouping') === 'conversations'
  // Until the gateway has told, what held here last: else each start would show single mails for a moment.
  const isWanted = isKnown ? chosen : stored.get(storedName) === true
  useEffect(() => {
    if (isKnown && chosen !== (stored.get(storedName) === true)) stored.set(storedName, chosen)
  }, [isKnown, chosen, stored])
  const hindrance = !canGroup ? 'serverCannot' : ofSingles.includes(folder) ? 'singlesHere' : null
  return { isGrouped: isWanted && hindrance === null, hindrance }
}
