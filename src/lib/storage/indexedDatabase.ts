/** One of the browser's databases as promises: opened when it is first needed, and anew where the browser closed it. */

export function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the browser database refused'))
  })
}

export function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onerror = () => reject(transaction.error ?? new Error('the browser database refused'))
    transaction.onabort = () => reject(transaction.error ?? new Error('the browser database gave up'))
  })
}

/** @param make creates the tables, in a database that has none yet */
export function indexedDatabase(factory: IDBFactory, name: string, make: (database: IDBDatabase) => void) {
  let opened: Promise<IDBDatabase> | null = null
  return function open(): Promise<IDBDatabase> {
    if (opened !== null) return opened
    const request = factory.open(name, 1)
    request.onupgradeneeded = () => make(request.result)
    const opening = answered(request)
    opened = opening
    const forget = () => {
      opened = null
    }
    opening.then((database) => {
      database.onclose = forget
      database.onversionchange = () => {
        database.close()
        forget()
      }
    }, forget)
    return opening
  }
}
