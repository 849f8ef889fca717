/** Calls whose use case is still to be built. This list only shrinks: a call that is bound and still stands here fails. */
export const callsToCome: readonly string[] = [
  'webmail/main/getMoveMailStatus.action',
  'webmail/corp/startTrabsfer.action',
]
