/** What a person chose of how folders stand, wherever their mail lies. It holds for SQLite and PostgreSQL alike. */
export type FolderTables = {
  folder_places: {
    account_id: string
    /** The folder's id on the wire. */
    folder: string
    /** Among the folders of one place; null where the person never put them in order. */
    position: number | null
    pinned: number
    hidden: number
  }
}
