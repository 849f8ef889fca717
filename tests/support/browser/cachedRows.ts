/** Rows of one table of the database in which this browser keeps lists and mails; none where there is no such database. */
export async function keptIn(table: string): Promise<readonly unknown[]> {
  const names = (await window.indexedDB.databases()).map(({ name }) => name)
  if (!names.includes('ep_mails')) return []
  return new Promise((resolve, reject) => {
    const opening = window.indexedDB.open('ep_mails')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const reading = opening.result.transaction(table, 'readonly').objectStore(table).getAll()
      reading.onsuccess = () => {
        opening.result.close()
        resolve(reading.result)
      }
    }
  })
}
