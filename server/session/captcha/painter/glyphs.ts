/** The characters of a captcha as strokes of a pen in a square of side 1, y downwards: an own alphabet, so that no font's outlines give it away. */

export type Point = readonly [x: number, y: number]
export type Stroke = readonly Point[]

/** Part of an ellipse, in degrees clockwise from three o'clock. */
function arc([x, y]: Point, [wide, high]: Point, from: number, to: number): Stroke {
  const steps = Math.ceil(Math.abs(to - from) / 15)
  return Array.from({ length: steps + 1 }, (_, step) => {
    const angle = ((from + ((to - from) * step) / steps) * Math.PI) / 180
    return [x + wide * Math.cos(angle), y + high * Math.sin(angle)]
  })
}

const line = (...numbers: readonly number[]): Stroke =>
  Array.from({ length: numbers.length / 2 }, (_, at) => [numbers[2 * at] ?? 0, numbers[2 * at + 1] ?? 0])

export const glyphs: Readonly<Record<string, readonly Stroke[]>> = {
  A: [line(0, 1, 0.5, 0, 1, 1), line(0.2, 0.64, 0.8, 0.64)],
  C: [arc([0.56, 0.5], [0.54, 0.5], -48, -312)],
  E: [line(0.9, 0, 0.08, 0, 0.08, 1, 0.9, 1), line(0.08, 0.48, 0.74, 0.48)],
  H: [line(0.05, 0, 0.05, 1), line(0.95, 0, 0.95, 1), line(0.05, 0.5, 0.95, 0.5)],
  J: [line(0.3, 0, 0.95, 0), [...line(0.72, 0, 0.72, 0.66), ...arc([0.4, 0.68], [0.32, 0.32], 0, 165)]],
  K: [line(0.05, 0, 0.05, 1), line(0.92, 0, 0.05, 0.6), line(0.36, 0.4, 0.98, 1)],
  M: [line(0, 1, 0.08, 0, 0.5, 0.66, 0.92, 0, 1, 1)],
  N: [line(0.05, 1, 0.05, 0, 0.95, 1, 0.95, 0)],
  P: [line(0.1, 1, 0.1, 0), [...line(0.1, 0, 0.56, 0), ...arc([0.56, 0.28], [0.38, 0.28], -90, 90), [0.1, 0.56]]],
  T: [line(0, 0, 1, 0), line(0.5, 0, 0.5, 1)],
  W: [line(0, 0, 0.22, 1, 0.5, 0.34, 0.78, 1, 1, 0)],
  X: [line(0.04, 0, 0.96, 1), line(0.96, 0, 0.04, 1)],
  Y: [line(0.02, 0, 0.5, 0.5, 0.98, 0), line(0.5, 0.5, 0.5, 1)],
  3: [[...arc([0.44, 0.26], [0.4, 0.26], -155, 90), ...arc([0.44, 0.74], [0.46, 0.26], -90, 155)]],
  4: [line(0.7, 1, 0.7, 0, 0.02, 0.68, 1, 0.68)],
  9: [arc([0.5, 0.3], [0.4, 0.3], 0, 360), arc([0.2, 0.3], [0.7, 0.7], 0, 82)],
}
