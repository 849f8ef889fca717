/** `npm run soak`: the long tests, for hours without a person. `-- --messages 1000 --kills 10 --tabs 5 --cuts 40 --seed 7` makes them shorter or the same again. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('../../', import.meta.url)

if (!existsSync(new URL('node_modules/tsx', root))) {
  console.error('Packages are missing. Type npm start first, which installs them.')
  process.exit(1)
}
const isMutations = process.argv[2] === 'mutations'
const program = isMutations ? 'tests/soak/mutations/main.ts' : 'tests/soak/main.ts'
const args = ['--import', 'tsx', program, ...process.argv.slice(isMutations ? 3 : 2)]
const child = spawn(process.execPath, args, { cwd: fileURLToPath(root), stdio: 'inherit' })
child.once('error', (error) => {
  console.error(error.message)
  process.exitCode = 1
})
child.once('exit', (code) => {
  process.exitCode = code ?? 1
})
