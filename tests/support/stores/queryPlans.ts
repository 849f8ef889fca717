/** By which indexes SQLite answers what some work asks of it. */
import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely'
import type { Database } from '#server/sql/openDatabase'

/** A plan, in lines, for each statement of the work that names that table. */
export async function queryPlans(
  db: Database,
  table: string,
  work: (noted: Database) => Promise<unknown>,
): Promise<readonly string[]> {
  const nodes: RootOperationNode[] = []
  const noting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      nodes.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await work(db.withPlugin(noting))
  const plans: string[] = []
  for (const node of nodes) {
    const { sql, parameters } = db.getExecutor().compileQuery(node, { queryId: 'plan' })
    if (!sql.includes(table)) continue
    const plan = await db.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
    )
    plans.push(plan.rows.map(({ detail }) => detail).join('\n'))
  }
  return plans
}
