import { defineConfig, devices } from '@playwright/test'
import { chromiumLaunch } from '../support/browser/chromiumLaunch'

export default defineConfig({
  testDir: '.',
  globalSetup: '../support/memoryFolder',
  outputDir: '../../test-results/journeys',
  fullyParallel: false,
  workers: 2,
  forbidOnly: true,
  // `npm test` gives what failed a second chance of its own, in the open.
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    acceptDownloads: true,
    contextOptions: { reducedMotion: process.env.EP_E2E_STILL ? 'reduce' : 'no-preference' },
    // What a worker fetches passes by whoever watches the line; the journey of the kept app lets it in.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Every picture and document of every step is costly to keep: only for somebody who looks for a fault.
    trace: process.env.EP_E2E_TRACE ? 'retain-on-failure' : 'off',
    // Without a graphics card it would draw through an imitation of one.
    launchOptions: { ...chromiumLaunch, args: [...chromiumLaunch.args, '--disable-gpu'] },
  },
})
