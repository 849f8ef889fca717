/// <reference types="vitest/config" />
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * What the login page and every other page need, in one file: each page that is fetched on demand would else split it further, and many
 * small files compress worse than one.
 */
const beforeLogin = new RegExp(
  [
    'src/store/',
    'src/lib/(http|storage|i18n)/',
    'src/contract/(limits|codes|shapes|field|endpoint|tiers)\\.ts',
    'src/components/(Button|EmptyState|Skeleton|Brand|LanguageSwitch)\\.',
    'node_modules/(react|react-dom|scheduler|react-router|react-router-dom|cookie|set-cookie-parser)/',
    'node_modules/(react-redux|@reduxjs|redux|reselect|immer|use-sync-external-store)/',
    'node_modules/(i18next|react-i18next|valibot|qs|axios|dayjs|js-cookie)/',
  ].join('|'),
)

/** `vite build` makes the app, `vite build --ssr` the gateway: one configuration, two doors. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
  resolve: isSsrBuild
    ? {}
    : { alias: { 'object-inspect': fileURLToPath(new URL('src/lib/http/describeNothing.cjs', import.meta.url)) } },
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        target: 'node20',
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: {
          input: {
            main: 'server/main.ts',
            account: 'server/account.ts',
            backup: 'server/backup.ts',
            mimeWorker: 'server/mime/mimeWorker.ts',
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
        rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', test: beforeLogin }] } } },
      },
  server: { host: '127.0.0.1', port: 5173, proxy: { '/webmail': 'http://127.0.0.1:3000' } },
  test: {
    testTimeout: 40_000,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['tests/{house,server,contract}/**/*.test.ts', 'tests/unit/{contract,server}/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'jsdom',
          include: ['tests/unit/src/**/*.test.{ts,tsx}', 'tests/integration/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/support/dom.ts'],
        },
      },
      {
        extends: true,
        // Over real mail servers: `npm run test:servers` alone starts those.
        test: { name: 'servers', environment: 'node', include: ['tests/servers/**/*.test.ts'] },
      },
    ],
  },
}))
