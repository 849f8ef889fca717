/**
 * How one value stands in an `application/x-www-form-urlencoded` body: how it is read, checked and written.
 * Client and gateway share these, so neither can drift (CONTRACT "Transport").
 */
import * as v from 'valibot'

/**
 * Reads raw form values (every value of one key, in order) and writes a typed value back to them.
 * `MayOmit` says whether a caller may leave the key out.
 */
export type Field<T, MayOmit extends boolean = boolean> = {
  readonly mayOmit: MayOmit
  /** From the raw values of this key (empty = the key is absent) to the value, or a refusal. */
  readonly read: (raw: readonly string[]) => v.SafeParseResult<v.GenericSchema<unknown, T>>
  /** To the raw values of this key; an empty list leaves the key out. A method, so that a table may hold fields of any value. */
  write(value: T): readonly string[]
}

/** What a gateway's use case gets for a field. */
export type FieldValue<F> = F extends Field<infer T> ? T : never

const single = v.pipe(
  v.array(v.string()),
  v.length(1),
  v.transform((values) => values[0] ?? ''),
)

function fieldOf<T>(schema: v.GenericSchema<unknown, T>, write: (value: T) => readonly string[]): Field<T, false> {
  return { mayOmit: false, read: (raw) => v.safeParse(schema, raw), write }
}

/** Text of at most `max` UTF-16 units; absent reads as refused, empty as the empty text. */
// @__NO_SIDE_EFFECTS__
export function text(max = 2_000): Field<string, false> {
  return fieldOf(v.pipe(single, v.maxLength(max)), (value) => [value])
}

/** One of a closed list of words. */
// @__NO_SIDE_EFFECTS__
export function word<const W extends readonly string[]>(words: W): Field<W[number], false> {
  return fieldOf(v.pipe(single, v.picklist(words)), (value) => [value])
}

/** Text that a schema checks. */
// @__NO_SIDE_EFFECTS__
export function checked<T extends string>(schema: v.GenericSchema<string, T>): Field<T, false> {
  return fieldOf(v.pipe(single, schema), (value) => [value])
}

/** A whole number within `min` and `max`, both included. */
// @__NO_SIDE_EFFECTS__
export function whole(min: number, max: number): Field<number, false> {
  const schema = v.pipe(
    single,
    v.regex(/^-?\d{1,16}$/),
    v.transform(Number),
    v.integer(),
    v.minValue(min),
    v.maxValue(max),
  )
  return fieldOf(schema, (value) => [String(value)])
}

/** An instant in epoch milliseconds. */
// @__NO_SIDE_EFFECTS__
export function instant(): Field<number, false> {
  return whole(0, 8_640_000_000_000_000)
}

/** An instant that a person chooses; null where nothing was chosen, which is left empty. */
// @__NO_SIDE_EFFECTS__
export function chosenInstant(): Field<number | null, false> {
  const whenever = instant()
  return {
    mayOmit: false,
    read: (raw) =>
      raw.length === 1 && raw[0]?.trim() === ''
        ? { typed: true, success: true, output: null, issues: undefined }
        : whenever.read(raw),
    write: (value) => (value === null ? [''] : whenever.write(value)),
  }
}

/** A boolean, written `1` or `0`. */
// @__NO_SIDE_EFFECTS__
export function flag(): Field<boolean, false> {
  const schema = v.pipe(
    single,
    v.picklist(['0', '1']),
    v.transform((value) => value === '1'),
  )
  return fieldOf(schema, (value) => [value ? '1' : '0'])
}

/** Repeated keys; one value is a list of one, an absent key the empty list. */
// @__NO_SIDE_EFFECTS__
export function list(max: number, maxLength = 2_000): Field<readonly string[], true> {
  const schema = v.pipe(v.array(v.pipe(v.string(), v.maxLength(maxLength))), v.maxLength(max))
  return { ...fieldOf<readonly string[]>(schema, (values) => values), mayOmit: true }
}

/** What a schema describes, written as JSON of at most `max` UTF-16 units. */
// @__NO_SIDE_EFFECTS__
export function json<T>(schema: v.GenericSchema<unknown, T>, max: number): Field<T, false> {
  return fieldOf(v.pipe(single, v.maxLength(max), v.parseJson(), schema), (value) => [JSON.stringify(value)])
}

/** A field that may be left out; then it reads as `undefined`. */
// @__NO_SIDE_EFFECTS__
export function optional<T>(field: Field<T>): Field<T | undefined, true> {
  return {
    mayOmit: true,
    read: (raw) =>
      raw.length === 0 ? { typed: true, success: true, output: undefined, issues: undefined } : field.read(raw),
    write: (value) => (value === undefined ? [] : field.write(value)),
  }
}

/** A field that may be left out; then it reads as `value`. */
// @__NO_SIDE_EFFECTS__
export function withDefault<T>(field: Field<T>, value: NoInfer<T>): Field<T, true> {
  return {
    mayOmit: true,
    read: (raw) => (raw.length === 0 ? field.read(field.write(value)) : field.read(raw)),
    write: field.write,
  }
}
