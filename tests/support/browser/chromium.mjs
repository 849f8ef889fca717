/** Finds the Chromium that browser tests drive. Plain JavaScript, so that it runs before anything is installed. */
import { accessSync, constants } from 'node:fs'

const usual = [
  process.env.CHROMIUM_PATH,
  // Chromium without windows: journeys cost a sixth less.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** @returns {string | null} the first that can be run */
export function chromiumPath() {
  for (const path of usual) {
    if (!path) continue
    try {
      accessSync(path, constants.X_OK)
      return path
    } catch {
      // Not there, or not to be run: the next one may be.
    }
  }
  return null
}
