/**
 * The app's icons as PNG, drawn while it is built from the one picture that there is, `public/favicon.svg`. That one is made of rectangles alone, so
 * a rounded rectangle is all that this can draw.
 */
import { crc32, deflateSync } from 'node:zlib'

type Rectangle = {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly radius: number
  readonly colour: readonly [number, number, number]
  /** Width of the line that is drawn; null where the whole is filled. */
  readonly line: number | null
}

export type Icon = {
  /** Its name at the site's root. */
  readonly file: string
  /** Pixels of a side. */
  readonly size: number
  /** To its edges, where the system itself cuts it to a shape. */
  readonly isFull: boolean
}

export const icons: readonly Icon[] = [
  { file: 'icon-192.png', size: 192, isFull: false },
  { file: 'icon-512.png', size: 512, isFull: false },
  { file: 'icon-maskable-512.png', size: 512, isFull: true },
  { file: 'apple-touch-icon.png', size: 180, isFull: true },
]

export function drawIcon(svg: string, { size, isFull }: Icon): Buffer {
  const side = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1])
  const [ground, ...rest] = [...svg.matchAll(/<rect ([^>]*)\/>/g)].map(([, attributes = '']) => rectangleOf(attributes))
  if (ground === undefined || !(side > 0)) throw new Error('favicon.svg is no square with a ground')
  const shapes = [isFull ? { ...ground, radius: 0 } : ground, ...rest]
  const rows: Buffer[] = []
  for (let y = 0; y < size; y += 1) {
    const row = Buffer.alloc(1 + size * 4)
    for (let x = 0; x < size; x += 1) {
      row.set(pixel(shapes, ((x + 0.5) * side) / size, ((y + 0.5) * side) / size, size / side), 1 + x * 4)
    }
    rows.push(row)
  }
  return png(size, Buffer.concat(rows))
}

function rectangleOf(attributes: string): Rectangle {
  const text = (name: string) => new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1]
  const number = (name: string) => Number(text(name) ?? 0)
  const isLine = text('fill') === 'none'
  return {
    left: number('x'),
    top: number('y'),
    width: number('width'),
    height: number('height'),
    radius: number('rx'),
    colour: colourOf(text(isLine ? 'stroke' : 'fill') ?? ''),
    line: isLine ? number('stroke-width') : null,
  }
}

function colourOf(hex: string): Rectangle['colour'] {
  const long = hex.length === 4 ? hex.replace(/[0-9a-f]/gi, '$&$&') : hex
  const value = Number.parseInt(long.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

/** How far a point lies outside the rectangle's edge, less than 0 within. */
function distance({ left, top, width, height, radius }: Rectangle, x: number, y: number): number {
  const across = Math.abs(x - left - width / 2) - width / 2 + radius
  const down = Math.abs(y - top - height / 2) - height / 2 + radius
  return Math.hypot(Math.max(across, 0), Math.max(down, 0)) + Math.min(Math.max(across, down), 0) - radius
}

/** One shape over the other; an edge covers part of its pixel. */
function pixel(shapes: readonly Rectangle[], x: number, y: number, scale: number): readonly number[] {
  let [red, green, blue, opacity] = [0, 0, 0, 0]
  for (const shape of shapes) {
    const edge = distance(shape, x, y)
    const beyond = shape.line === null ? edge : Math.abs(edge) - shape.line / 2
    const cover = Math.min(1, Math.max(0, 0.5 - beyond * scale))
    if (cover === 0) continue
    const whole = cover + opacity * (1 - cover)
    const mix = (own: number, under: number) => (own * cover + under * opacity * (1 - cover)) / whole
    const [r, g, b] = shape.colour
    ;[red, green, blue, opacity] = [mix(r, red), mix(g, green), mix(b, blue), whole]
  }
  return [red, green, blue, opacity * 255].map(Math.round)
}

/** PNG (RFC 2083): eight bits of red, green, blue and opacity. */
function png(size: number, rows: Buffer): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(size, 0)
  head.writeUInt32BE(size, 4)
  head.set([8, 6, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
