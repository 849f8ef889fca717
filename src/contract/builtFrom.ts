/** From what this side was built: app and gateway tell each other, so that two that do not belong together are found. */
declare const __EP_VERSION__: string | undefined
declare const __EP_CONTRACT__: string | undefined

/** The product's version, and a mark that is another for every other contract. Empty where sources run as they are. */
export const builtFrom = {
  version: typeof __EP_VERSION__ === 'undefined' ? '' : __EP_VERSION__,
  contract: typeof __EP_CONTRACT__ === 'undefined' ? '' : __EP_CONTRACT__,
}
