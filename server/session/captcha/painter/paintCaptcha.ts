/** Draws the picture of a captcha: bent, leaning characters that touch, with lines of ink and of paper across them (docs/decisions/0022). */
import { randomInt } from 'node:crypto'
import { captchaLimits } from '#contract/session/captchaLimits'
import type { CaptchaPainter } from '../captchaPainter.port'
import { draw, newSheet, pngOf, type Sheet } from './canvas'
import { glyphs, type Point, type Stroke } from './glyphs'

/** Twice as fine as it is shown. */
const width = captchaLimits.pixels.width * 2
const height = captchaLimits.pixels.height * 2
const ink = 52

const between = (low: number, high: number): number => low + ((high - low) * randomInt(1_000_001)) / 1_000_000

type Bend = (point: Point) => Point

export const paintCaptcha: CaptchaPainter = async (text) => {
  const shade = [between(60, 160), between(0, 6), between(90, 200), between(0, 6)] as const
  const sheet = newSheet(
    width,
    height,
    (x, y) => 226 + 14 * Math.sin(x / shade[0] + shade[1]) + 8 * Math.sin((x + 2 * y) / shade[2] + shade[3]),
  )
  const bend = newBend()
  const room = (width - 56) / text.length
  for (const [at, character] of [...text].entries()) drawCharacter(sheet, character, 28 + room * (at + 0.5), bend)
  for (let lines = 0; lines < 3; lines += 1) draw(sheet, across(bend), between(1, 1.6), between(ink, 90))
  for (let lines = 0; lines < 2; lines += 1) draw(sheet, across(bend), between(0.9, 1.3), 236)
  for (let dots = 0; dots < 60; dots += 1) {
    const dot: Point = [between(0, width), between(0, height)]
    draw(sheet, [dot, [dot[0] + between(-3, 3), dot[1] + between(-3, 3)]], between(0.8, 1.8), between(ink, 150))
  }
  return pngOf(sheet)
}

/** One wave along and one across the whole picture. */
function newBend(): Bend {
  const [tall, wide] = [between(5, 8), between(3, 6)]
  const [along, down] = [between(150, 230), between(90, 130)]
  const [from, start] = [between(0, 6.28), between(0, 6.28)]
  return ([x, y]) => [
    x + wide * Math.sin((y * 2 * Math.PI) / down + from),
    y + tall * Math.sin((x * 2 * Math.PI) / along + start),
  ]
}

function drawCharacter(sheet: Sheet, character: string, middle: number, bend: Bend): void {
  const lean = (between(-16, 16) * Math.PI) / 180
  const [wide, high] = [between(44, 56), between(62, 78)]
  const [toX, toY] = [middle + between(-5, 5), height / 2 + between(-8, 8)]
  const radius = between(3.6, 4.8)
  const place = ([x, y]: Point): Point => {
    const [right, down] = [(x - 0.5) * wide, (y - 0.5) * high]
    return bend([
      toX + right * Math.cos(lean) - down * Math.sin(lean),
      toY + right * Math.sin(lean) + down * Math.cos(lean),
    ])
  }
  for (const stroke of glyphs[character] ?? [])
    draw(sheet, fine(stroke).map(place), radius, between(ink - 12, ink + 18))
}

/** Cut into short pieces, so that a straight line bends as well. */
function fine(stroke: Stroke): Stroke {
  return stroke.flatMap((point, at): Point[] => {
    const next = stroke[at + 1]
    if (next === undefined) return [point]
    return Array.from({ length: 8 }, (_, step) => [
      point[0] + ((next[0] - point[0]) * step) / 8,
      point[1] + ((next[1] - point[1]) * step) / 8,
    ])
  })
}

function across(bend: Bend): Stroke {
  const [from, to] = [between(0.15, 0.85) * height, between(0.15, 0.85) * height]
  const [tall, long, start] = [between(6, 16), between(60, 130), between(0, 6.28)]
  return Array.from({ length: width / 5 + 1 }, (_, step) => {
    const x = step * 5
    return bend([x, from + ((to - from) * x) / width + tall * Math.sin(x / long + start)])
  })
}
