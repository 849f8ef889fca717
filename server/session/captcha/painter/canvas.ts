/** Ink on a sheet in shades of grey, and that sheet as a PNG (ISO/IEC 15948). */
import { crc32, deflateSync } from 'node:zlib'
import type { Point, Stroke } from './glyphs'

export type Sheet = { readonly width: number; readonly height: number; readonly greys: Uint8Array }

export const newSheet = (width: number, height: number, grey: (x: number, y: number) => number): Sheet => ({
  width,
  height,
  greys: Uint8Array.from({ length: width * height }, (_, at) => grey(at % width, Math.floor(at / width))),
})

/** Draws a line with round ends, `radius` pixels to either side, smooth at its edges. */
export function draw(sheet: Sheet, stroke: Stroke, radius: number, grey: number): void {
  for (let at = 1; at < stroke.length; at += 1)
    drawPiece(sheet, stroke[at - 1] ?? [0, 0], stroke[at] ?? [0, 0], radius, grey)
}

function drawPiece({ width, height, greys }: Sheet, from: Point, to: Point, radius: number, grey: number): void {
  const [left, right] = within(from[0], to[0], radius, width)
  const [top, bottom] = within(from[1], to[1], radius, height)
  for (let y = top; y <= bottom; y += 1)
    for (let x = left; x <= right; x += 1) {
      const cover = Math.min(1, radius + 0.5 - distance([x, y], from, to))
      if (cover <= 0) continue
      const at = y * width + x
      const below = greys[at] ?? 0
      const mixed = below + (grey - below) * cover
      // Pieces of one line meet within a pixel: each takes it only further the way it goes.
      greys[at] = grey < below ? Math.min(below, mixed) : Math.max(below, mixed)
    }
}

const within = (one: number, other: number, radius: number, end: number) =>
  [
    Math.max(0, Math.floor(Math.min(one, other) - radius - 1)),
    Math.min(end - 1, Math.ceil(Math.max(one, other) + radius + 1)),
  ] as const

function distance([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point): number {
  const [wide, high] = [toX - fromX, toY - fromY]
  const length = wide * wide + high * high
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - fromX) * wide + (y - fromY) * high) / length))
  return Math.hypot(x - fromX - along * wide, y - fromY - along * high)
}

export function pngOf({ width, height, greys }: Sheet): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits of grey a pixel; no interlacing.
  header[8] = 8
  const rows = Array.from({ length: height }, (_, y) => [
    Buffer.of(0),
    Buffer.from(greys.buffer, greys.byteOffset + y * width, width),
  ])
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, bytes: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), bytes])
  const around = Buffer.alloc(8)
  around.writeUInt32BE(bytes.length, 0)
  around.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)])
}
