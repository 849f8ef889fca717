/** Export and import, as src/contract/endpoints/mail/jobs lists them. */
import * as entries from '../../src/contract/endpoints/mail/jobs'
import { type Binding, on, onDownload } from '../http/binding'
import { type ExportParts, makeDownloadExport, makeStartExport } from './exportMails'
import { type ImportCallParts, makeStartImport, makeStartImportUpload } from './importMails'

export type TransferParts = ExportParts & ImportCallParts

export function transferBindings(parts: TransferParts): readonly Binding[] {
  return [
    on(entries.startExport, makeStartExport(parts)),
    onDownload(entries.downloadExport, makeDownloadExport(parts)),
    on(entries.startImportUpload, makeStartImportUpload(parts)),
    on(entries.startImport, makeStartImport(parts)),
  ]
}
