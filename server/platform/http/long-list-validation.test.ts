import { expect, it } from 'vitest'
import { z } from 'zod'
import { validateLongList, longListOf, type LongList } from './endpoints.ts'

const Row = z.strictObject({ name: z.string().trim(), price: z.number().min(0, 'Price can’t be negative') })
const Body = z.strictObject({
  note: z.string().optional(),
  rows: z.array(Row).min(1, 'There is nothing to do').max(5_000, 'That is too much'),
})
const list = longListOf(Body) as LongList

const rowsOf = (count: number, bad: number[] = []) =>
  Array.from({ length: count }, (_, index) => ({ name: ` row ${index} `, price: bad.includes(index) ? -1 : index }))

const refusal = async (body: unknown) =>
  validateLongList(list, body).then(
    () => null,
    (error: { validation: { instancePath: string; message: string }[]; validationContext: string }) => error,
  )

it('chunked validation returns what the schema returns', async () => {
  const body = { note: 'n', rows: rowsOf(2_500) }
  expect(await validateLongList(list, body)).toEqual(Body.parse(body))
})

it.each([
  ['an empty list', { rows: [] }, '/rows', 'There is nothing to do'],
  ['a list that is too long', { rows: rowsOf(5_001) }, '/rows', 'That is too much'],
  ['a list that is none', { rows: 'all' }, '/rows', /expected array/],
  ['no body at all', null, '/', /expected object/],
  ['a field that nobody knows', { rows: rowsOf(1), more: 1 }, '/', /Unrecognized key/],
  ['a bad row far down', { rows: rowsOf(2_500, [2_300]) }, '/rows/2300/price', 'Price can’t be negative'],
])('refuses %s as the schema does', async (_what, body, instancePath, message) => {
  const { validation, validationContext } = (await refusal(body)) ?? {}
  const matching = typeof message === 'string' ? message : (expect.stringMatching(message) as string)
  expect(validation).toEqual([{ instancePath, message: matching }])
  expect(validationContext).toBe('body')
})

it('chunked validation stops at the first chunk with errors', async () => {
  const { validation } = (await refusal({ rows: rowsOf(5_000, [1_500, 4_000]) })) ?? {}
  expect(validation?.map(({ instancePath }) => instancePath)).toEqual(['/rows/1500/price'])
})

it('chunked validation yields to other requests', async () => {
  let turns = 0
  const count = () => {
    turns += 1
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  await validateLongList(list, { rows: rowsOf(5_000) })
  clearImmediate(next)
  expect(turns).toBeGreaterThan(0)
})

it('only a body with a list is validated in chunks', () => {
  expect(longListOf(z.strictObject({ name: z.string() }))).toBeNull()
})
