/** Files and folders, chosen and dropped, with some among them that are refused (docs/threats.md S10). */
// The network of these tests is Node's, which takes Node's files alone.
import { File } from 'node:buffer'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import '#src/features/files/FilesPage'
import { chosenFiles, droppedFiles, type PickedFile } from '#src/features/files/mine/fileUploads'
import { openServer, renderApp } from '../../support/browser/renderApp'
import { makeCalls } from '../../support/gateway/calls'
import { makeTestGateway, type TestGateway } from '../../support/gateway/gateway'

openServer()

const misleading = '坏\u202efdp.exe'
/** Paths from what was chosen down. */
const loose = ['说明.txt', misleading]
const inFolder = ['合同/报价.txt', `合同/内部/${misleading}`, '合同/内部/底价.txt']

const nameAt = (path: string) => path.split('/').at(-1) ?? ''
/** A browser says where a chosen folder's file lay. */
const lyingAt = (path: string) => ({ webkitRelativePath: path.includes('/') ? path : '' })
const fileAt = (path: string) => Object.assign(new File([nameAt(path)], nameAt(path)), lyingAt(path))
/** What is not sent is the browser's own. */
const unsentAt = (path: string) => Object.assign(new window.File([nameAt(path)], nameAt(path)), lyingAt(path))

class FileEntryDouble {
  constructor(readonly path: string) {}
  readonly isFile = true
  get name() {
    return this.path.split('/').at(-1) ?? ''
  }
  file(done: (file: unknown) => void, failed: (error: Error) => void) {
    if (this.name === '无权.txt') failed(new Error('NotReadableError'))
    else done(fileAt(this.path))
  }
}
class DirectoryEntryDouble {
  constructor(
    readonly name: string,
    readonly held: readonly unknown[],
  ) {}
  readonly isDirectory = true
  createReader() {
    // One at a time, as a browser tells a hundred.
    const rest = [...this.held]
    return { readEntries: (done: (entries: readonly unknown[]) => void) => done(rest.splice(0, 1)) }
  }
}

/** The tree of some paths, as a browser hands it over. */
function entriesOf(paths: readonly string[], above = ''): readonly unknown[] {
  const heads = [...new Set(paths.map((path) => path.split('/')[0] ?? ''))]
  return heads.map((head) => {
    const within = paths.filter((path) => path.startsWith(`${head}/`)).map((path) => path.slice(head.length + 1))
    return within.length === 0
      ? new FileEntryDouble(above + head)
      : new DirectoryEntryDouble(head, entriesOf(within, `${above}${head}/`))
  })
}

/** A dropped folder also stands among the files, as one of no use. */
function transferOf(paths: readonly string[]) {
  const items = entriesOf(paths).map((entry) => ({
    kind: 'file',
    webkitGetAsEntry: () => entry,
    getAsFile: () => new File(['?'], Object(entry).name),
  }))
  return { types: ['Files'], items, files: items.map((item) => item.getAsFile()) }
}

const dropped = (paths: readonly string[]) =>
  // What jsdom does not have stands for it.
  droppedFiles(transferOf(paths) as unknown as DataTransfer)
const pathsOf = (picked: readonly PickedFile[]) => picked.map(({ file, folders }) => [...folders, file.name].join('/'))

beforeEach(() => {
  vi.stubGlobal('FileSystemFileEntry', FileEntryDouble)
  vi.stubGlobal('FileSystemDirectoryEntry', DirectoryEntryDouble)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('what a person gives', () => {
  it.each([
    ['files', loose],
    ['a folder', inFolder],
    ['a folder that holds one file', ['合同/报价.txt']],
  ])('is the same list for %s, chosen or dropped', async (_what, paths) => {
    const chosen = chosenFiles(paths.map(unsentAt))
    expect(pathsOf(chosen)).toEqual(paths)
    expect(pathsOf(await dropped(paths))).toEqual(paths)
  })

  it('has each file of files and folders together once, and names what cannot be read', async () => {
    const mixed = [...inFolder, '合同/无权.txt', ...loose]
    const picked = await dropped(mixed)
    expect(pathsOf(picked)).toEqual(mixed)
    expect(pathsOf(picked.filter(({ isLost }) => isLost))).toEqual(['合同/无权.txt'])
  })
})

describe('my files', () => {
  let gateway: TestGateway
  afterEach(() => gateway.close())

  it.each(['chosen', 'dropped'])(
    'S10: take a folder that is %s in whole, and name what is refused once',
    async (way) => {
      gateway = await makeTestGateway()
      await gateway.account('lin@ep.test')
      const { user } = await renderApp('/records', { as: 'lin', gateway })
      const region = await screen.findByRole('region', { name: '我的文件' })
      if (way === 'chosen') {
        const input = screen.getByLabelText('选择要上传的文件', { selector: 'input' })
        await user.click(within(region).getByRole('button', { name: '上传文件夹' }))
        expect(input).toHaveProperty('webkitdirectory', true)
        fireEvent.change(input, { target: { files: inFolder.map(fileAt) } })
      } else {
        fireEvent.drop(region, { dataTransfer: transferOf(inFolder) })
      }
      const uploads = within(await screen.findByRole('region', { name: '上传' }))
      expect(await uploads.findByRole('heading', { name: '已上传 2 / 3' })).toBeVisible()
      const lines = uploads.getAllByRole('listitem').map(({ textContent }) => textContent)
      expect(lines.filter((line) => line?.includes('已上传'))).toHaveLength(2)
      expect(lines.filter((line) => line?.startsWith(misleading) && line.includes('名称为空、太长'))).toHaveLength(1)
      const calls = makeCalls(gateway)
      const session = await calls.signIn('lin@ep.test')
      const treeOf = async (folder = ''): Promise<readonly string[]> => {
        const { entries } = (await calls.post('files/listFiles.action', { folder }, { session })).json
        const listed: readonly { id: string; name: string; isFolder: boolean }[] = Array.isArray(entries) ? entries : []
        const all = await Promise.all(
          listed.map(async ({ id, name, isFolder }) =>
            isFolder ? (await treeOf(id)).map((path) => `${name}/${path}`) : [name],
          ),
        )
        return all.flat().toSorted()
      }
      await waitFor(async () => expect(await treeOf()).toEqual(['合同/内部/底价.txt', '合同/报价.txt']))
    },
  )
})
