/** Installs the Chromium that journeys need, where it may; rejects with words that say how, where it may not. */
export function ensureBrowser(): Promise<void>
