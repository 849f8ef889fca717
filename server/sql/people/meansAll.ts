import { type Expression, type SqlBool, sql } from 'kysely'
import { likeWord } from './personKeys'

/** Whether each typed word begins a word of a search key; `like` makes the pattern of a word. */
export function meansAll(
  key: Expression<string>,
  words: readonly string[],
  like: (word: string) => string = likeWord,
): Expression<SqlBool> {
  const each = words.map((word) => sql<SqlBool>`${key} like ${like(word)} escape '\\'`)
  return sql<SqlBool>`(${sql.join(each, sql` and `)})`
}
