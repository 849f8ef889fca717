/**
 * The pictures of the texts being written: from where each is shown, by composer and Content-ID. Addresses and files are no plain data, so
 * they wait here, beside the store.
 */
import { nanoid } from '@reduxjs/toolkit'
import { downloadTicket, downloadUpload } from '#contract/endpoints/mail/reading'
import type { ComposeAttachment } from '#contract/shapes'
import type { Services } from '#src/store/services'
import type { AppThunk } from '#src/store/typed'
import { selectComposer } from '../../composeSlice'

type Shown = {
  readonly address: string
  /** Where this browser has it. */
  readonly file: File | null
}
const shown = new Map<string, Map<string, Shown>>()

/** In the form of RFC 2392 section 2: an address that is nobody's. */
export function newContentId(): string {
  return `${nanoid()}@picture`
}

export function pictureAddress(key: string, cid: string): string | null {
  return shown.get(key)?.get(cid)?.address ?? null
}

/** The file of a picture that was put into any of the open texts. */
export function pictureFile(cid: string): File | null {
  for (const pictures of shown.values()) {
    const file = pictures.get(cid)?.file
    if (file) return file
  }
  return null
}

/** Shows a file of this browser before the gateway has it. */
export function showOwnPicture(key: string, cid: string, file: File): string {
  const address = URL.createObjectURL(file)
  note(key, cid, { address, file })
  return address
}

function note(key: string, cid: string, picture: Shown): void {
  const pictures = shown.get(key) ?? new Map<string, Shown>()
  shown.set(key, pictures.set(cid, picture))
}

/** Gives the pictures that the gateway holds their addresses; they need a ticket, since a picture sends no Authorization. */
export async function showAttached(
  { call, linkTo }: Services,
  key: string,
  attachments: readonly ComposeAttachment[],
): Promise<void> {
  const missing = attachments.filter(({ cid }) => cid !== undefined && pictureAddress(key, cid) === null)
  if (missing.length === 0) return
  const ticket = await call(downloadTicket, {})
  if (!ticket.ok) return
  for (const { cid, attachmentId } of missing) {
    const address = linkTo(downloadUpload, { sid: ticket.value.sid, attachmentId, inline: true })
    if (cid !== undefined) note(key, cid, { address, file: null })
  }
}

/** The same for what the composer holds now. */
export function showPictures(key: string): AppThunk<Promise<void>> {
  return async (_dispatch, getState, extra) => {
    await showAttached(extra, key, selectComposer(getState(), key)?.content.attachments ?? [])
  }
}

/** The text is left. */
export function forgetPictures(key: string): void {
  for (const { address, file } of shown.get(key)?.values() ?? []) if (file !== null) URL.revokeObjectURL(address)
  shown.delete(key)
}
