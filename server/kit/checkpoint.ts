/** A place between two steps where a test may end the process, to see what is left. Does nothing in service. */
export type Checkpoint = (name: string) => Promise<void> | void
