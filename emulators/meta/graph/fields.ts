import { badParameter } from '../refusal.ts'

/** Requested fields: `id,items.limit(50){retailer_id}`. */
export type Fields = Map<string, RequestedField>
type RequestedField = { limit: number; nested: Fields | null }

/** Default size of an edge. */
const usualLimit = 25

type Reader = { text: string; at: number }

export function parseFields(text: string): Fields {
  const reader = { text: text.replaceAll(/\s/g, ''), at: 0 }
  const fields = readList(reader)
  if (reader.at < reader.text.length) throw syntaxError(reader)
  return fields
}

function readList(reader: Reader): Fields {
  const fields: Fields = new Map()
  do {
    const [name] = read(reader, /[a-z_]+/y) ?? []
    if (!name) throw syntaxError(reader)
    const limit = Number(read(reader, /\.limit\((\d+)\)/y)?.[1] ?? usualLimit)
    fields.set(name, { limit, nested: read(reader, /\{/y) ? readNested(reader) : null })
  } while (read(reader, /,/y))
  return fields
}

function readNested(reader: Reader): Fields {
  const fields = readList(reader)
  if (!read(reader, /\}/y)) throw syntaxError(reader)
  return fields
}

/** Matches the pattern at the reader's position and advances. */
function read(reader: Reader, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = reader.at
  const found = pattern.exec(reader.text)
  reader.at += found?.[0].length ?? 0
  return found
}

const syntaxError = ({ text, at }: Reader) =>
  badParameter(`Syntax error "Expected end of string instead of "${text.slice(at, at + 1)}"." at character ${at}`)

/** The requested fields, and always the id. */
export function pickFields(whole: Record<string, unknown>, fields: Fields): Record<string, unknown> {
  const picked = [...fields].map(([name, requested]) => {
    if (!Object.hasOwn(whole, name)) throw badParameter(`Tried accessing nonexisting field (${name})`)
    return [name, pickField(whole[name], requested)] as const
  })
  return { ...Object.fromEntries(picked), ...('id' in whole ? { id: whole['id'] } : {}) }
}

function pickField(value: unknown, { limit, nested }: RequestedField): unknown {
  if (!isObject(value)) return value
  const { data } = value
  if (!Array.isArray(data)) return nested ? pickFields(value, nested) : value
  const shown = data.filter(isObject).slice(0, limit)
  const paging = data.length > limit ? { paging: { next: 'https://graph.facebook.com/…' } } : {}
  return { data: nested ? shown.map((one) => pickFields(one, nested)) : shown, ...paging }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
