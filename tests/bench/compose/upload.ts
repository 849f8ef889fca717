/** A file of 50 MB attached in the composer, beside the same bytes on a bare line to the same disk. */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { limits } from '#contract/limits'
import type { DeskPage } from '../desk/deskPage'
import type { BenchGateway } from '../gateway'
import type { Row } from '../row'

const mostMs = 120_000

/** On a list; leaves the composer open. */
export async function benchUpload(desk: DeskPage, gateway: BenchGateway, dataDir: string): Promise<readonly Row[]> {
  const { page } = desk
  const bytes = Buffer.alloc(limits.attachmentBytesPerMail, 'EP mail ')
  const file = join(dataDir, 'fifty.bin')
  await writeFile(file, bytes)
  await page.getByRole('button', { name: '写信', exact: true }).click()
  const picker = page.locator('input[type="file"]').first()
  await picker.waitFor({ state: 'attached' })
  await desk.idle()
  const before = await gateway.peakMegabytes()
  const start = performance.now()
  await picker.setInputFiles(file)
  await page.getByRole('button', { name: '移除 fifty.bin' }).waitFor({ timeout: mostMs })
  const measured = performance.now() - start
  const peak = await gateway.peakMegabytes()
  await rm(file)
  const bare = await bareUpload(bytes, join(dataDir, 'bare.bin'))
  return [
    { name: '50 MB attached, hashed and kept', measured, budget: null, unit: 'ms', bare },
    ...memory('memory before 50 MB are attached, at its peak', before, null),
    ...memory('memory with 50 MB attached, at its peak', peak, 250),
  ]
}

export const memory = (name: string, measured: number | null, budget: number | null): readonly Row[] =>
  measured === null ? [] : [{ name, measured, budget, unit: 'MB' }]

/** One request that is written to a file and flushed: the least that keeping them could take. */
async function bareUpload(bytes: Buffer, path: string): Promise<number> {
  const server = createServer((request, response) => {
    pipeline(request, createWriteStream(path, { flush: true })).then(
      () => response.end(),
      (error) => response.destroy(error),
    )
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  const start = performance.now()
  await fetch(`http://127.0.0.1:${address.port}/`, { method: 'POST', body: new Uint8Array(bytes) })
  const taken = performance.now() - start
  server.closeAllConnections()
  server.close()
  await rm(path)
  return taken
}
