/** The table of page views, which names no person, address or browser. It holds for SQLite and PostgreSQL alike. */
export type ViewTables = {
  /** `day` in UTC, such as `2026-11-21`. */
  page_views: { day: string; route: string; views: number }
}
