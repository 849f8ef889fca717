/** Another worker has taken over what this one had in hand: it must not do anything more about it. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}
