/** Calls of import and export; what a file is stays in the dialog. */
import type { ContactFormat } from '#contract/contacts/contactFiles'
import type { Call, Reply } from '#contract/endpoint'
import {
  type ContactImport,
  cancelContactImport,
  contactImports,
  downloadContacts,
  importContacts,
  previewContacts,
  refusedContacts,
  startContactExport,
  undoContactImport,
} from '#contract/endpoints/contacts/transfer'
import { startImportUpload } from '#contract/endpoints/mail/jobs'
import { downloadTicket } from '#contract/endpoints/mail/reading'
import { startDownload } from '#src/features/transfer'
import type { Outcome } from '#src/lib/http/outcome'
import { say } from '#src/store/ask'
import { type FileSent, sendFile } from '#src/store/sendFile'
import { selectLanguage } from '#src/store/settings/preferences'
import { noticeShown } from '#src/store/shell/notices'
import type { AppThunk } from '#src/store/typed'
import { loadContacts } from '../contactsSlice'

type Sending = { readonly signal: AbortSignal; readonly onProgress: (sent: number) => void }

export const uploadFile =
  (file: File, { signal, onProgress }: Sending): AppThunk<Promise<FileSent>> =>
  (_dispatch, _getState, services) =>
    sendFile(services, file, null, { signal, onProgress, onStarted: () => undefined }, startImportUpload)

export const preview =
  (form: Call<typeof previewContacts>): AppThunk<Promise<Outcome<Reply<typeof previewContacts>>>> =>
  (_dispatch, _getState, { call }) =>
    call(previewContacts, form)

export const beginImport =
  (form: Call<typeof importContacts>): AppThunk<Promise<Outcome<Reply<typeof importContacts>>>> =>
  (_dispatch, _getState, { call }) =>
    call(importContacts, form)

/** The last one first; empty where they cannot be told. */
export const fetchImports =
  (): AppThunk<Promise<readonly ContactImport[]>> =>
  async (_dispatch, _getState, { call }) => {
    const outcome = await call(contactImports, {})
    return outcome.ok ? outcome.value.imports : []
  }

/** How far it is; null where that is not known now. Once it has ended, its contacts are shown. */
export const followImport =
  (id: string): AppThunk<Promise<ContactImport | null>> =>
  async (dispatch, _getState, { call }) => {
    const outcome = await call(contactImports, { id })
    const found = outcome.ok ? (outcome.value.imports[0] ?? null) : null
    if (found !== null && found.state !== 'running') await dispatch(loadContacts())
    return found
  }

export const stopImport =
  (id: string): AppThunk<Promise<ContactImport | null>> =>
  async (dispatch, _getState, { call }) => {
    const outcome = await call(cancelContactImport, { id })
    if (outcome.ok) await dispatch(loadContacts())
    else dispatch(say(outcome))
    return outcome.ok ? outcome.value.import : null
  }

/** Whether it was undone. */
export const undoImport =
  (id: string): AppThunk<Promise<boolean>> =>
  async (dispatch, _getState, { call }) => {
    const outcome = await call(undoContactImport, { id })
    if (!outcome.ok) {
      dispatch(say(outcome))
      return false
    }
    const { undone, unchanged } = outcome.value
    const message = unchanged === 0 ? 'contactFiles:undone' : 'contactFiles:undonePartly'
    dispatch(noticeShown({ tone: 'info', message, params: { count: unchanged === 0 ? undone : unchanged } }))
    await dispatch(loadContacts())
    return true
  }

export const downloadRefused =
  (id: string): AppThunk<Promise<void>> =>
  async (dispatch, getState, { call, linkTo }) => {
    const ticket = await call(downloadTicket, {})
    if (!ticket.ok) return void dispatch(say(ticket))
    startDownload(linkTo(refusedContacts, { sid: ticket.value.sid, id, language: selectLanguage(getState()) }))
  }

export type ExportedPeople = Omit<Call<typeof startContactExport>, 'format' | 'language'>

/** Whether the file is on its way. */
export const exportContacts =
  (people: ExportedPeople, format: ContactFormat, name: string): AppThunk<Promise<boolean>> =>
  async (dispatch, getState, { call, linkTo }) => {
    const started = await call(startContactExport, { ...people, format, language: selectLanguage(getState()) })
    const ticket = started.ok ? await call(downloadTicket, {}) : started
    if (!started.ok || !ticket.ok) {
      if (!ticket.ok) dispatch(say(ticket))
      return false
    }
    startDownload(linkTo(downloadContacts, { sid: ticket.value.sid, id: started.value.id, name }))
    return true
  }
