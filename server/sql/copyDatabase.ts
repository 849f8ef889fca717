/** Copies an SQLite file that is in use, as it stood at one moment. */
import SqliteFile from 'better-sqlite3'

export async function copyDatabase(from: string, to: string): Promise<void> {
  const file = new SqliteFile(from, { readonly: true, fileMustExist: true })
  try {
    // All pages in one step: in small ones, every write by the gateway would begin it anew.
    await file.backup(to, { progress: () => Number.MAX_SAFE_INTEGER })
  } finally {
    file.close()
  }
}
