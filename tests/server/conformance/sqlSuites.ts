import type { SqlSuite } from './subject'

/** What the files of this folder export as `overSql`. */
export const sqlSuites: readonly SqlSuite[] = Object.values(
  import.meta.glob<SqlSuite | undefined>(['./**/*.ts', '!./**/*.test.ts', '!./sqlSuites.ts'], {
    eager: true,
    import: 'overSql',
  }),
).filter((suite) => suite !== undefined)
