import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { listFiles, read, root } from './sources'

/** What the compiler prints, by its own words about a program. */
async function compilerOn(program: string, question: '--listFilesOnly' | '--showConfig'): Promise<string> {
  const args = ['node_modules/typescript/bin/tsc', '-p', program, question]
  return (await promisify(execFile)(process.execPath, args, { cwd: root, maxBuffer: 16 * 1024 * 1024 })).stdout
}

/** All files of a program, with the libraries and the types of packages. */
const filesOf = async (program: string) => (await compilerOn(program, '--listFilesOnly')).trim().split('\n')

const nodeTypes = (files: readonly string[]) => files.filter((path) => path.includes('/@types/node/'))
const domTypes = (files: readonly string[]) => files.filter((path) => /\/lib\.(?:dom|webworker)\b/.test(path))
const codeIn = (...patterns: string[]) => listFiles(...patterns).filter((path) => /\.[cm]?tsx?$/.test(path))
const lacking = (files: readonly string[], wanted: readonly string[]) =>
  wanted.filter((path) => !files.includes(root + path))

describe('a program of the compiler', () => {
  it('of src has no types of Node, nor does a package bring them in', async () => {
    const files = await filesOf('src')
    expect(nodeTypes(files)).toEqual([])
    expect(domTypes(files)).not.toEqual([])
    expect(lacking(files, codeIn('src'))).toEqual([])
  })

  it('of server, which has the contract too, has no types of the DOM, nor does a package bring them in', async () => {
    const files = await filesOf('server')
    expect(domTypes(files)).toEqual([])
    expect(nodeTypes(files)).not.toEqual([])
    expect(lacking(files, codeIn('server', 'src/contract'))).toEqual([])
  })

  it('has each source of the project: that of the root', async () => {
    const { files }: { files: readonly string[] } = JSON.parse(await compilerOn('.', '--showConfig'))
    expect(codeIn().filter((path) => !files.includes(`./${path}`))).toEqual([])
  })

  it('is run by `npm run check` and by the gate', () => {
    const programs = listFiles('tsconfig*.json', '*/tsconfig*.json').map(
      (path) => path.replace(/\/?tsconfig.json$/, '') || '.',
    )
    const { scripts }: { scripts: { check: string } } = JSON.parse(read('package.json'))
    const checked = [...scripts.check.matchAll(/\btsc\b(?: -p (\S+))?/g)].map(([, folder = '.']) => folder)
    expect(checked.toSorted()).toEqual(programs.toSorted())
    const [, gated = ''] = /typePrograms = \[(.*)\]/.exec(read('tests/support/gate/gate.mjs')) ?? []
    expect(gated).toBe(checked.map((folder) => `'${folder}'`).join(', '))
    for (const run of ['tests/run.mjs', 'tests/runAll.mjs']) expect(read(run), run).toContain('gate.types()')
  })
})
