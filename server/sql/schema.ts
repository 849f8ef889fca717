/** Every table: each store adds its own, by declaration merging, in its own file. */
export interface Schema {
  /** Steps that were taken (`migrate.ts`); `position` counts them from 0. */
  migrations: { name: string; position: number }
}
