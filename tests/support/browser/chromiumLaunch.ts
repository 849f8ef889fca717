/** How tests start Chromium, whoever drives it. */
import { chromiumPath } from './chromium.mjs'

const executablePath = chromiumPath()

export const chromiumLaunch = {
  ...(executablePath === null ? {} : { executablePath }),
  // Chromium refuses its own sandbox to root; without the rest it looks up addresses of its maker at every start.
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}
