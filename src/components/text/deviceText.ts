/** Browser and system of a session, a device or a key; empty where neither is known. */
export const deviceText = ({ browser, system }: { readonly browser: string; readonly system: string }): string =>
  [browser, system].filter((word) => word !== '').join(' · ')
