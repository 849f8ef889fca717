/** The order in which a message reaches the disk: after a power cut a name that exists is a whole file. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openSpool } from '#server/mail/spool/fileSpool'
import { makeEmbeddedPlace } from '#tests/support/stores/embeddedSetup'

/** What was asked of the disk, in its order: `write`, `sync` and `rename`, with the path from the data directory. */
const { asked } = vi.hoisted(() => ({ asked: [] as string[] }))

vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:fs/promises')>()
  const open: typeof real.open = async (path, ...rest) => {
    const handle = await real.open(path, ...rest)
    const { sync, writeFile } = handle
    handle.sync = async () => {
      await sync.call(handle)
      asked.push(`sync ${path}`)
    }
    handle.writeFile = async (...given) => {
      await writeFile.call(handle, ...given)
      asked.push(`write ${path}`)
    }
    return handle
  }
  const rename: typeof real.rename = async (from, to) => {
    await real.rename(from, to)
    asked.push(`rename ${from} ${to}`)
  }
  return { ...real, open, rename }
})

describe('a message in the spool', () => {
  let place: Awaited<ReturnType<typeof makeEmbeddedPlace>>
  beforeEach(async () => {
    place = await makeEmbeddedPlace()
  })
  afterEach(() => place.close())

  it('R1: is written and made safe before it has its name, and its name is safe before anyone is told', async () => {
    const spool = openSpool({ db: place.db(), dataDir: place.folder })
    asked.length = 0
    const { id } = await spool.put(Buffer.from('text'), 100)
    const steps = asked.map((step) => step.replaceAll(`${place.folder}/`, ''))
    const [folder, file] = [`mail/${id.slice(0, 2)}`, `mail/${id.slice(0, 2)}/${id}.eml`]
    // The folder is new: its own name is made safe, too.
    expect(steps.filter((step) => step === 'sync mail')).toHaveLength(1)
    expect(steps.filter((step) => step.includes(id) || step === `sync ${folder}`)).toEqual([
      `write ${file}.tmp`,
      `sync ${file}.tmp`,
      `rename ${file}.tmp ${file}`,
      `sync ${folder}`,
    ])
  })
})
