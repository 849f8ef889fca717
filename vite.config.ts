/// <reference types="vitest/config" />
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { antdStyles } from './build/antdStyles.ts'
import { environmentsBuild } from './build/environments.ts'
import { buildDefines, inUse } from './build/inUse.ts'
import { pdfFiles } from './build/pdfFiles.ts'
import { prefetchBuild } from './build/prefetchBuild.ts'
import { publicPagesBuild } from './build/publicPages.ts'
import { shellBuild } from './build/shellBuild.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const modulesAt = (paths: readonly string[]) => paths.map(at)

/** The same as `paths` in tsconfig.json, which tsc, tsx and Playwright read. */
const aliases = {
  '#contract': at('src/contract'),
  '#server': at('server'),
  '#src': at('src'),
  '#tests': at('tests'),
}
const loginStarts = modulesAt(['src/main.tsx', 'src/app/routes/LoginRoute.tsx'])
const inboxStarts = modulesAt(['src/app/layout/RootLayout.tsx', 'src/features/mailbox/index.ts'])
const productStarts = modulesAt(['src/app/routes/productPages.tsx'])
const htmlStarts = modulesAt(['src/lib/html/index.ts'])

type Modules = { readonly getModuleInfo: (id: string) => { readonly importedIds: readonly string[] } | null }

/** These and all that they import outright. */
function withImports(starts: readonly string[], modules: Modules): ReadonlySet<string> {
  const found = new Set(starts)
  for (const id of found) for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  return found
}

/** React makes errors while it is evaluated, to throw them later. A browser that is watched then reads all the code again that stands around it. */
const isReact = /node_modules\/(react|react-dom|scheduler)\/|src\/app\/renderAt\.ts$/

/**
 * What the login page and then the inbox want at once, each in one file: many small ones would each wait for a turn on the line. Made of the
 * imports themselves.
 */
function firstPages() {
  let sets: Readonly<Record<'login' | 'inbox' | 'product' | 'html', ReadonlySet<string>>> | undefined
  return (id: string, modules: Modules) => {
    sets ??= {
      login: withImports(loginStarts, modules),
      inbox: withImports(inboxStarts, modules),
      product: withImports(productStarts, modules),
      html: withImports(htmlStarts, modules),
    }
    if (sets.login.has(id)) return 'base'
    // A visitor of the product's pages fetches none of the inbox.
    if (sets.product.has(id)) return sets.inbox.has(id) ? 'shared' : null
    if (sets.inbox.has(id)) return 'inbox'
    // However few of them a page needs: split further, they weigh more for all others.
    return sets.html.has(id) ? 'html' : null
  }
}

/** Processes that are started and killed at every step: they take long, and run beside the mail servers. */
const killed = ['tests/server/**/killed.test.ts']

/** They put something in place of a module, which has to be done before any other file has it, or measure a memory that is theirs alone. */
const alone = [
  'tests/server/mail/spool/durable.test.ts',
  'tests/server/files/localFiles.test.ts',
  'tests/server/drafts/uploadStore.test.ts',
  'tests/unit/server/mime/worker/workerPool.test.ts',
  'tests/unit/server/mime/worker/reader.test.ts',
  'tests/server/mail/imap/pool.test.ts',
]
const aloneOnScreen = ['tests/integration/app/missingChunks.test.tsx']

/** They start processes and wait for them: one after another, so that none waits for another's. */
const processes = [
  'tests/unit/server/support/warmWorkers.test.ts',
  'tests/server/cli/accountCommand.test.ts',
  'tests/server/cli/backup.test.ts',
  'tests/server/demo/firstStart.test.ts',
  'tests/server/gateway/dev.test.ts',
  'tests/server/gateway/processLog.test.ts',
  'tests/server/gateway/rollingRestart.test.ts',
  'tests/unit/server/kit/pictureDecoder.test.ts',
  'tests/unit/server/mime/worker/paused.test.ts',
]

/** The longest screens: `npm run test:all` alone runs them. */
const longScreens = [
  'tests/integration/app/liveRegions.test.tsx',
  'tests/integration/app/notices.test.tsx',
  'tests/integration/app/startupSnapshot.test.tsx',
  'tests/integration/compose/attachments/composeLeftFiles.test.tsx',
  'tests/integration/compose/attachments/composeLinks.test.tsx',
  'tests/integration/compose/composeConflict.test.tsx',
  'tests/integration/compose/composeQuestions.test.tsx',
  'tests/integration/compose/composeTexts.test.tsx',
  'tests/integration/compose/composers.test.tsx',
  'tests/integration/compose/heldAgain.test.tsx',
  'tests/integration/compose/quotedSpaces.test.tsx',
  'tests/integration/compose/recipients/recipientChips.test.tsx',
  'tests/integration/connection/halfDeadConnection.test.tsx',
  'tests/integration/connection/offlineAnswers.test.tsx',
  'tests/integration/contacts/contactGroups.test.tsx',
  'tests/integration/contacts/duplicates.test.tsx',
  'tests/integration/guide/**/*.test.tsx',
  'tests/integration/mailCache/mailCache.test.tsx',
  'tests/integration/mailbox/divider.test.tsx',
  'tests/integration/mailbox/mailboxElsewhere.test.tsx',
  'tests/integration/mailbox/mailboxPageSize.test.tsx',
  'tests/integration/mailbox/mailboxPointing.test.tsx',
  'tests/integration/mailbox/mailboxRemoval.test.tsx',
  'tests/integration/mailbox/mailboxShortcuts.test.tsx',
  'tests/integration/newMail/desktopNotifications.test.tsx',
  'tests/integration/offlineQueue/offlineQueue.test.tsx',
  'tests/integration/reading/conversationReading.test.tsx',
  'tests/integration/reading/readingFiles.test.tsx',
  'tests/integration/reading/readingImages.test.tsx',
  'tests/integration/reading/readingMailtoLinks.test.tsx',
  'tests/integration/reading/readingOn.test.tsx',
  'tests/integration/reading/readingPeople.test.tsx',
  'tests/integration/reading/readingReceipts.test.tsx',
  'tests/integration/reading/readingUnsubscribe.test.tsx',
  'tests/integration/rules/senderDecisions.test.tsx',
  'tests/integration/search/searchAdvanced.test.tsx',
  'tests/integration/search/searchJobs.test.tsx',
  'tests/integration/sending/scheduleClock.test.tsx',
  'tests/integration/sending/sendChecks.test.tsx',
  'tests/integration/sending/sentReceipts.test.tsx',
  'tests/integration/sending/sentSeparately.test.tsx',
  'tests/integration/sending/waiting.test.tsx',
  'tests/integration/session/sessionTabs.test.tsx',
  'tests/integration/session/sessionTimeout.test.tsx',
  'tests/integration/settings/effects.test.tsx',
  'tests/integration/settings/look.test.tsx',
  'tests/integration/transfer/mailboxJobs.test.tsx',
]

/** The longest rules, of many messages or large ones: likewise. */
const longRules = [
  'tests/server/demo/seededStore.test.ts',
  'tests/server/inbound/largeScans.test.ts',
  'tests/server/inbound/senderChecks.test.ts',
  'tests/server/mail/calls/imageSenders.test.ts',
  'tests/server/mail/spool/foldersByMonth.test.ts',
  'tests/server/mail/spool/lostDatabase.test.ts',
  'tests/server/mail/sqlite/realMime.test.ts',
  'tests/unit/server/kit/zipStream.test.ts',
  'tests/unit/server/mime/build/writtenBody.test.ts',
]

/** Milliseconds: what hangs is told soon. */
const timeouts = { testTimeout: 20_000, hookTimeout: 30_000, expect: { poll: { timeout: 10_000 } } }

const firstPageOf = firstPages()
const ofFirstPages = (name: string) => (id: string, modules: Modules) =>
  firstPageOf(id, modules) === name ? name : null

/** `vite build` makes the app, `vite build --ssr` the gateway: one configuration, two doors. */
export default defineConfig(({ isSsrBuild }) => ({
  define: buildDefines(),
  plugins: isSsrBuild
    ? [react()]
    : [
        react(),
        environmentsBuild(),
        publicPagesBuild(),
        pdfFiles(),
        prefetchBuild(),
        shellBuild(),
        inUse(),
        antdStyles(),
      ],
  resolve: { alias: isSsrBuild ? aliases : { ...aliases, 'side-channel': at('build/sideChannel.cjs') } },
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        target: 'node20',
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: {
          input: {
            main: 'server/main.ts',
            account: 'server/cli/account.ts',
            organization: 'server/cli/organization.ts',
            pay: 'server/cli/pay.ts',
            sms: 'server/cli/sms.ts',
            views: 'server/cli/views.ts',
            backup: 'server/cli/backup.ts',
            mimeWorker: 'server/mime/worker/mimeWorker.ts',
            senderWorker: 'server/inbound/senderChecks/senderWorker.ts',
            'receiptWorker.pdf': 'server/membership/receipt/receiptWorker.pdf.ts',
            pictureProcess: 'server/kit/pictures/pictureProcess.ts',
            guessWorker: 'server/session/password/guesses/guessWorker.ts',
          },
          output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
        },
      }
    : {
        outDir: 'dist/app',
        target: 'es2022',
        emptyOutDir: true,
        assetsInlineLimit: 0,
        manifest: true,
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'react', test: isReact, priority: 4 },
                // A group takes along what it imports, but for what a group before it has.
                ...(['html', 'inbox', 'shared', 'base'] as const).map((name, priority) => ({
                  ...{ name: ofFirstPages(name), debugName: name, priority },
                })),
              ],
            },
          },
        },
      },
  server: { host: '127.0.0.1', port: 5173, proxy: { '/webmail': 'http://127.0.0.1:3000' } },
  test: {
    // Left to itself it takes one on two cores; a third works while another waits.
    maxWorkers: 3,
    globalSetup: 'tests/support/memoryFolder.ts',
    ...timeouts,
    // Files that a worker runs one after another share what they import and what they warmed up; none leaves anything behind.
    isolate: false,
    // Most of what a test makes is short-lived: with room for it, it is hardly ever copied.
    execArgv: ['--max-semi-space-size=64'],
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: [
            'tests/{structure,server,contract}/**/*.test.ts',
            'tests/unit/{build,contract,server}/**/*.test.ts',
          ],
          exclude: [...killed, ...alone, ...processes, ...longRules],
        },
      },
      {
        extends: true,
        test: { name: 'long-node', environment: 'node', include: longRules, testTimeout: 60_000 },
      },
      {
        extends: true,
        test: { name: 'alone', environment: 'node', include: alone, isolate: true },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          environment: 'node',
          include: processes,
          globalSetup: 'tests/support/gate/freshBuild.ts',
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: './tests/support/screenEnvironment.ts',
          include: ['tests/unit/src/**/*.test.{ts,tsx}', 'tests/integration/**/*.test.{ts,tsx}'],
          exclude: [...aloneOnScreen, ...longScreens],
          setupFiles: ['tests/support/browser/dom.ts'],
          // Both processors are busy: threads that collect beside the tests only take their time.
          execArgv: ['--max-semi-space-size=64', '--single-threaded-gc'],
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          environment: './tests/support/screenEnvironment.ts',
          include: longScreens,
          setupFiles: ['tests/support/browser/dom.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'alone-dom',
          environment: './tests/support/screenEnvironment.ts',
          include: aloneOnScreen,
          setupFiles: ['tests/support/browser/dom.ts'],
          isolate: true,
        },
      },
      {
        extends: true,
        // Over real mail servers: `npm run test:all -- --only servers` starts those.
        test: {
          name: 'servers',
          environment: 'node',
          include: ['tests/servers/**/*.test.ts', ...killed],
          isolate: true,
          testTimeout: 90_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        extends: true,
        // How long something takes: `npm run test:all -- --only timing` runs it with nothing beside it.
        test: {
          name: 'timing',
          environment: 'node',
          include: ['tests/timing/**/*.test.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 2 },
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
}))
