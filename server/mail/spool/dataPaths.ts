/** Where the embedded stores lie within `DATA_DIR`: the gateway and the account command must mean the same files. */
import { join } from 'node:path'

export function dataPathsOf(dataDir: string) {
  return {
    database: join(dataDir, 'ep-mail.db'),
    mail: join(dataDir, 'mail'),
    uploads: join(dataDir, 'uploads'),
    files: join(dataDir, 'files'),
    forms: join(dataDir, 'forms'),
    lock: join(dataDir, 'ep-mail.lock'),
    notesLock: join(dataDir, 'ep-mail.notes.lock'),
    secretKey: join(dataDir, 'secret.key'),
    lostAndFound: join(dataDir, 'lost+found'),
  } as const
}
