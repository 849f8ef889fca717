/** Long work over mail, as src/contract/endpoints/jobs lists it. */
import * as entries from '../../../src/contract/endpoints/jobs'
import { makeCancelMailJob, makeMailJobs, makeStartMailJob } from '../../services/jobs/askedMailJobs'
import { type ExportParts, makeDownloadExport, makeStartExport } from '../../services/jobs/exportMails'
import { type ImportCallParts, makeStartImport, makeStartImportUpload } from '../../services/jobs/importMails'
import { makeStartFoundJob } from '../../services/jobs/startFoundJob'
import { type Binding, on, onDownload } from '../binding'

export type JobParts = ExportParts & ImportCallParts

export function jobBindings(parts: JobParts): readonly Binding[] {
  return [
    on(entries.startMailJob, makeStartMailJob(parts)),
    on(entries.startFoundJob, makeStartFoundJob(parts)),
    on(entries.mailJobs, makeMailJobs(parts)),
    on(entries.cancelMailJob, makeCancelMailJob(parts)),
    on(entries.startExport, makeStartExport(parts)),
    onDownload(entries.downloadExport, makeDownloadExport(parts)),
    on(entries.startImportUpload, makeStartImportUpload(parts)),
    on(entries.startImport, makeStartImport(parts)),
  ]
}
