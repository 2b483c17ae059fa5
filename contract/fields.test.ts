import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Id, readDay, readId } from './fields.ts'
import { isMoney, Money } from './money.ts'

const id = '0198f2a4-5b6c-7d8e-9fab-0123456789ab'

describe('an id in an address', () => {
  it.each([id, id.toUpperCase()])('%s is parsed to PostgreSQL’s spelling', (text) => {
    expect(readId(text)).toBe(id)
    expect(Id.parse(text)).toBe(id)
  })

  it.each(['', 'harbor', ` ${id}`, `${id}0`, id.replace('-7', '-0'), id.replace('-9', '-7'), id.replaceAll('-', '')])(
    '“%s” is none, as for the shape',
    (text) => {
      expect(readId(text)).toBeUndefined()
      expect(Id.safeParse(text).success).toBe(false)
    },
  )

  it('is none where there is nothing', () => expect(readId(null)).toBeUndefined())
})

describe('a day in an address', () => {
  it.each(['2026-02-28', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])('%s is read', (text) => {
    expect(readDay(text)).toBe(text)
    expect(z.iso.date().safeParse(text).success).toBe(true)
  })

  it.each([
    '',
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
    '2026-01-01T00:00',
  ])('“%s” is none, as for the shape', (text) => {
    expect(readDay(text)).toBeUndefined()
    expect(z.iso.date().safeParse(text).success).toBe(false)
  })

  it('is none where there is nothing', () => expect(readDay(null)).toBeUndefined())
})

describe('a price among other values', () => {
  it.each([
    ['0.00', true],
    ['99999999.99', true],
    ['100000000.00', false],
    ['12', false],
    ['12.5', false],
    ['-1.00', false],
    ['12.50 ', false],
    ['', false],
  ])('“%s” is one: %s, as for the shape', (text, is) => {
    expect(isMoney(text)).toBe(is)
    expect(Money.safeParse(text).success).toBe(is)
  })
})
