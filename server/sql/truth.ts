/** How a truth lies in a column, in SQLite and PostgreSQL alike. */
export const truth = (value: boolean): 0 | 1 => (value ? 1 : 0)
