/** What this browser kept under a composer's own name. */
import { nanoid } from '@reduxjs/toolkit'
import { isRefusal } from '#contract/codes'
import type { LocalDraft } from '#src/lib/storage/localDrafts'
import type { Services } from '#src/store/services'
import { waitingUploads } from '../attachments/upload'
import type { Composer } from '../composer'
import { readLocalContent } from '../draft/localContent'
import { faultOfRefusal } from '../send/sendChecks'

type Refused = Pick<Composer, 'fault' | 'refused' | 'question'>
type Held = Pick<Composer, 'content' | 'draftId' | 'savedAt' | 'changedAt' | 'uploads'> & Refused

const nothing: Refused = { fault: null, refused: null, question: null }

/** What this very composer held when its page was loaded anew and the gateway had not taken it: it goes on without a question, also without the gateway. */
export async function localCopyOf({ localDrafts }: Services, account: string, key: string): Promise<Held | null> {
  const drafts = await localDrafts.ofAccount(account).catch(() => [])
  const own = drafts.find((draft) => draft.key === key && draft.waits === undefined)
  const kept = own === undefined ? null : readLocalContent(own.content)
  if (own === undefined || kept === null) return null
  const { content, savedAt, unfinished } = kept
  const { draftId, changedAt } = own
  return { content, draftId, savedAt, changedAt, uploads: waitingUploads(unfinished), ...refusalOf(own) }
}

/** What the gateway was last given as this draft from here, for as long as that cannot be reached. */
export async function savedCopyOf({ localDrafts }: Services, account: string, draftId: string): Promise<Held | null> {
  const saved = await localDrafts.savedAs(account, draftId).catch(() => null)
  const kept = saved === null ? null : readLocalContent(saved.content)
  if (kept === null) return null
  // A window of its own to the gateway: what another tab has saved since is at odds with it.
  const content = { ...kept.content, idempotencyKey: nanoid() }
  return { content, draftId, savedAt: kept.savedAt, changedAt: null, uploads: [], ...nothing }
}

/** Why it came back from waiting for the line. */
function refusalOf({ refusal }: LocalDraft): Refused {
  if (refusal === undefined || !isRefusal(refusal.code)) return nothing
  const { code, field, addresses } = refusal
  if (field === 'outside') return { ...nothing, question: { kind: 'outside', addresses: [...addresses] } }
  const refused = addresses.length > 0 ? { code, addresses: [...addresses] } : null
  return { ...nothing, fault: faultOfRefusal(code, field ?? undefined), refused }
}
