/** The backup command's process: a folder in, a message and an exit code out (0 done, 1 failed, 2 misused). */
import { resolve } from 'node:path'
import { readConfig } from '../config/readConfig'
import { BackupFailed, backUp } from '../mail/maintenance/backup'
import { asCommand } from './asCommand'
import { Misuse } from './misuse'

const usage =
  'Usage: npm run backup -- FOLDER\nCopies the store in DATA_DIR into a new folder, beside a running gateway.'

async function run([folder, ...rest]: readonly string[]): Promise<string> {
  if (folder === undefined || folder.startsWith('-') || rest.length > 0) throw new Misuse(usage)
  const { dataDir, databaseUrl, objectStorage } = readConfig(process.env)
  if (databaseUrl !== null)
    throw new BackupFailed('With DATABASE_URL everything is in PostgreSQL: back it up with pg_dump')
  const to = resolve(folder)
  const { files, bytes, elsewhere } = await backUp({ dataDir: resolve(dataDir), to, isShared: objectStorage !== null })
  const held = `${to} holds the database and ${files} files, ${(bytes / 1e6).toFixed(1)} MB in all.`
  return elsewhere === 0 ? held : `${held} ${elsewhere} more files lie in object storage: back that up as well.`
}

await asCommand(run, [BackupFailed])
