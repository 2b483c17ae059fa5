import type { ShopCall } from '../emulator.ts'
import type { Check } from './checks.ts'

/** One operation of the REST API below `/wp-json/`, with everything that a request to it may contain. */
export type Operation = {
  name: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  query?: Record<string, Check>
  body?: Check
  /** Answered without a key. */
  isOpen?: true
  answer(call: OperationCall): Answer | Promise<Answer>
}

export type OperationCall = ShopCall & {
  method: string
  params: Record<string, string>
  query: URLSearchParams
  body: Record<string, unknown>
}

export type Answer = { status?: number; data: unknown; total?: number }

type Row = Record<string, unknown>

/** A page of a list, with its total in the header and only the fields that were asked for. */
export function pageOf<Item>(items: readonly Item[], query: URLSearchParams, view: (item: Item) => Row): Answer {
  const size = Number(query.get('per_page') ?? 10)
  const start = (Number(query.get('page') ?? 1) - 1) * size
  return { data: items.slice(start, start + size).map((item) => pick(view(item), query)), total: items.length }
}

export function pick(row: Row, query: URLSearchParams): Row {
  const fields = query.get('_fields')?.split(',')
  return fields ? Object.fromEntries(Object.entries(row).filter(([name]) => fields.includes(name))) : row
}

export const idsIn = (list: string | null): number[] => (list === null ? [] : list.split(',').map(Number))
