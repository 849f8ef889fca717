/** Every table that the gateway keeps: each domain adds its own, by declaration merging, in its `*.tables.ts`. */
export interface Schema {
  /** Steps that were taken (`migrate.ts`); `position` counts them from 0. */
  migrations: { name: string; position: number }
}
