/** Export and import, as src/contract/endpoints/mail/jobs lists them. */
import * as entries from '../../src/contract/endpoints/mail/jobs'
import { type Binding, on, onDownload } from '../http/binding'
import { type ExportMailsDeps, makeDownloadExport, makeStartExport } from './exportMails'
import { type ImportCallDeps, makeStartImport, makeStartImportUpload } from './importMails'

export type TransferRouteDeps = ExportMailsDeps & ImportCallDeps

export function transferBindings(deps: TransferRouteDeps): readonly Binding[] {
  return [
    on(entries.startExport, makeStartExport(deps)),
    onDownload(entries.downloadExport, makeDownloadExport(deps)),
    on(entries.startImportUpload, makeStartImportUpload(deps)),
    on(entries.startImport, makeStartImport(deps)),
  ]
}
