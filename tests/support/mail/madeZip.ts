/** Writes an archive as other programs do, and as no honest program does. */

export type Zipped = {
  readonly name: string
  readonly bareName?: Buffer
  readonly method: number
  readonly packed: Buffer
  readonly size: number
  readonly crc: number
  readonly flags?: number
}

type Options = {
  readonly remark?: string
  /** All files of the directory lie at one place. */
  readonly shared?: boolean
}

export function madeZip(files: readonly Zipped[], { remark = '', shared = false }: Options = {}): Buffer {
  const local: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [number, file] of files.entries()) {
    const name = file.bareName ?? Buffer.from(file.name)
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE((file.bareName ? 0 : 0x0800) | (file.flags ?? 0), 2)
    head.writeUInt16LE(file.method, 4)
    // 1 January 1980.
    head.writeUInt16LE(0x21, 8)
    head.writeUInt32LE(file.crc, 10)
    head.writeUInt32LE(file.packed.length, 14)
    head.writeUInt32LE(file.size, 18)
    head.writeUInt16LE(name.length, 22)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(shared ? 0 : at, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), head, rest, name)
    if (shared && number > 0) continue
    const entry = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), head, name, file.packed])
    local.push(entry)
    at += entry.length
  }
  const length = directory.reduce((sum, piece) => sum + piece.length, 0)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(length, 12)
  end.writeUInt32LE(at, 16)
  end.writeUInt16LE(Buffer.byteLength(remark), 20)
  return Buffer.concat([...local, ...directory, end, Buffer.from(remark)])
}
